import type { ExportColumn, ExportedPerson } from '#api/contract/export-columns.ts'

/** What stands in one cell of a file. */
export type Cell = string | number | null

/** A person's row, with nothing in it that a spreadsheet would run. */
export function rowOf(person: ExportedPerson, columns: readonly ExportColumn[]): Cell[] {
  return columns.map((column) => {
    const value = column.value(person)
    return typeof value === 'string' ? neutralise(value) : value
  })
}

/** ASCII and the full-width forms that some programs read as the same. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/u

/**
 * Takes the power from a text that a spreadsheet would read as a formula: an apostrophe in front
 * says "text". https://owasp.org/www-community/attacks/CSV_Injection
 */
export function neutralise(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text
}
