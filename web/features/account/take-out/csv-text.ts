/** Rows as columns of plain values. */
export interface FlatTable {
  name: string
  columns: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
}

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** A table as CSV (RFC 4180) in UTF-8 with its mark, which Excel needs. */
export function csvText({ columns, rows }: FlatTable): string {
  const lines = [columns, ...rows].map((cells) => cells.map(cell).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
