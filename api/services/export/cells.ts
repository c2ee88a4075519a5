import { neutralise } from '#api/contract/csv.ts'

/** The value of one cell. */
export type Cell = string | number | null

/** A column of a file. */
export interface Column<Row> {
  header: string
  value(row: Row): Cell
}

/** A row's cells, protected against formula injection. */
export function cellsOf<Row>(row: Row, columns: readonly Column<Row>[]): Cell[] {
  return columns.map((column) => {
    const value = column.value(row)
    return typeof value === 'string' ? neutralise(value) : value
  })
}
