/** The value of one cell. */
export type Cell = string | number | null

/** A column of a file. */
export interface Column<Row> {
  header: string
  value(row: Row): Cell
}

/** A row's cells, safe from formula injection. */
export function cellsOf<Row>(row: Row, columns: readonly Column<Row>[]): Cell[] {
  return columns.map((column) => {
    const value = column.value(row)
    return typeof value === 'string' ? neutralise(value) : value
  })
}

/** ASCII, and the full-width forms that some programs treat the same. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/u

/**
 * Keeps a spreadsheet from running a text as a formula: a leading apostrophe marks it as text.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function neutralise(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text
}
