import type { SheetRow } from './read-sheet.ts'

/** Who a row of a file is about, as far as it says. */
export interface NamedPerson {
  /** The row in the file, counted from 1. */
  row: number
  npi: string | null
  first: string
  last: string
  city: string
  state: string
}

/** What was understood of a file. */
export interface SheetPeople {
  people: NamedPerson[]
  /** Rows that name nobody who could be looked for. */
  unnamed: number[]
}

type Column = 'npi' | 'name' | 'first' | 'last' | 'city' | 'state'

/** How files call their columns; each is looked for in this order. */
const HEADERS: readonly (readonly [Column, RegExp])[] = [
  ['npi', /\bnpi\b|national provider/i],
  ['first', /first.?name|given.?name|^first$/i],
  ['last', /last.?name|family.?name|surname|^last$/i],
  ['name', /^(full.?|provider.?|candidate.?|physician.?)?name$/i],
  ['city', /city|town/i],
  ['state', /\bstate\b|province/i],
]

const NPI = /^\d{10}$/

/**
 * The people that the rows of a file name, by NPI or by name. A file without a header that has an NPI in
 * its first row is read by that column.
 * @returns null where no column says who a person is.
 */
export function peopleInSheet(rows: readonly SheetRow[]): SheetPeople | null {
  const [first, ...rest] = rows
  const header = first?.cells ?? []
  const named = columnsOf(header)
  if (named) return read(rest, named)
  const npi = header.findIndex((cell) => npiOf(cell) !== null)
  return npi < 0 ? null : read(rows, { npi })
}

function columnsOf(header: readonly string[]): Partial<Record<Column, number>> | null {
  const columns: Partial<Record<Column, number>> = {}
  for (const [column, pattern] of HEADERS) {
    const at = header.findIndex((cell) => pattern.test(cell.replaceAll('_', ' ').trim()))
    if (at >= 0) columns[column] = at
  }
  const hasName =
    columns.name !== undefined || (columns.first !== undefined && columns.last !== undefined)
  return columns.npi !== undefined || hasName ? columns : null
}

function read(rows: readonly SheetRow[], columns: Partial<Record<Column, number>>): SheetPeople {
  const people: NamedPerson[] = []
  const unnamed: number[] = []
  for (const { row, cells } of rows) {
    const cell = (column: Column) => cells[columns[column] ?? -1]?.trim() ?? ''
    const npi = npiOf(cell('npi'))
    const [first, last] = cell('last') ? [cell('first'), cell('last')] : splitName(cell('name'))
    if (npi || (first && last)) {
      people.push({ row, npi, first, last, city: cell('city'), state: cell('state') })
    } else unnamed.push(row)
  }
  return { people, unnamed }
}

/** Ten digits, also where a spreadsheet has made a number of them; null for anything else. */
function npiOf(cell: string): string | null {
  const digits = /^\d(\.\d+)?e\+?9$/i.test(cell) ? String(Number(cell)) : cell.replace(/\.0+$/, '')
  return NPI.test(digits) ? digits : null
}

/** "Smith, Ana B." and "Ana B. Smith, MD". */
function splitName(name: string): [first: string, last: string] {
  const [before = '', after = ''] = name.split(',').map((part) => part.trim())
  const words = before.split(/\s+/).filter(Boolean)
  if (words.length === 1 && after) return [after.split(/\s+/)[0] ?? '', before]
  return words.length > 1 ? [words[0] ?? '', words.at(-1) ?? ''] : ['', '']
}
