import { shapeOf, type WritableName } from './shapes.ts'

/** Columns filled in below the mutation: whose row it is, its authors, and the person's card. */
const FILLED = ['owner_id', 'card', 'created_by', 'updated_by'] as const
export type Filled = (typeof FILLED)[number]

export const isFilled = (column: string): boolean => FILLED.some((filled) => filled === column)

/** The columns that mutations read and write, in the order of the contract. */
export const unfilledColumns = (table: WritableName): string[] =>
  Object.keys(shapeOf(table).columns).filter((column) => !isFilled(column))

/** Those of these columns that a table has, with the author. */
export function authorsIn(
  table: WritableName,
  by: string,
  names: readonly Filled[],
): Record<string, string> {
  const { columns } = shapeOf(table)
  const present = names.filter((name) => Object.hasOwn(columns, name))
  return Object.fromEntries(present.map((name) => [name, by]))
}
