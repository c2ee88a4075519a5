import { z } from 'zod'
import { ownerId } from '#db/schema/owners.ts'
import type { ShapeName } from './shapes.ts'

/** A named read of owned rows: see `queries.ts`. */
export interface Query<A extends z.ZodType, R> {
  args: A
  /** The tables it reads: it runs again when one of them changes. */
  tables: readonly ShapeName[]
  /** Parameters are `$1 …` in the order of `params`. */
  sql: string
  params(args: z.output<A>): unknown[]
  /** Carries the row's type for the compiler alone. */
  row?: R
}

/** Infers a query's args from their schema; the type of its rows is given. */
export const define =
  <R>() =>
  <A extends z.ZodType>(query: Query<A, R>): Query<A, R> =>
    query

/**
 * Numbers the parameters that SQL names (`:list_id`).
 * @param names in the order of the query's `params`.
 * @throws for another name.
 */
export const numbered = (names: readonly string[], sql: string): string =>
  sql.replace(/(?<!:):([a-z_]+)/g, (_, name: string) => {
    const index = names.indexOf(name)
    if (index === -1) throw new Error(`The query has no parameter "${name}".`)
    return `$${index + 1}`
  })

export const none = z.object({})
export const noParams = () => []
export const id = z.uuid().toLowerCase()
/** The team whose row it is; null for the account's own. */
export const team = ownerId.nullable().default(null)
