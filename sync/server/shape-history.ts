/*
 * The log of a shape holds former rows. Where those must not be read any more, the transaction that erases
 * them says so twice, and the shape server drops the shapes concerned: devices fetch the rows that are left.
 * - A message in PostgreSQL's log tells our shape server, in the order of the commits. Electric ignores it.
 * - A row of `erased_shapes` stays until Electric was told by a request (`api/services/sync/erase-shapes.ts`).
 */
import type { Queryable } from '#db/client.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'

/** The prefix of the message. */
export const ERASED = 'clinidex.erased'

/** The channel of the notification of new rows in `erased_shapes`. */
export const ERASED_CHANNEL = 'shapes_erased'

/** The content of the message, as JSON: the tables by their OIDs, and the columns that the rows had. */
export interface Erased {
  tables: number[]
  rows: Record<string, string>[]
}

/** Drops the shapes of these owners' tables when the transaction is committed. */
export async function eraseHistory(
  tx: Queryable,
  ownerIds: readonly string[],
  tables: readonly ShapeName[],
): Promise<void> {
  if (ownerIds.length === 0) return
  await tx`
    select pg_logical_emit_message(true, ${ERASED}, json_build_object(
      'tables', (select json_agg(to_regclass(name)::oid::bigint) from unnest(${tables}::text[]) name),
      'rows', (select json_agg(json_build_object('owner_id', id)) from unnest(${ownerIds}::text[]) id)
    )::text)`
  await tx`
    insert into erased_shapes (owner_id, name)
    select id, name from unnest(${ownerIds}::text[]) id, unnest(${tables}::text[]) name`
  await tx`select pg_notify(${ERASED_CHANNEL}, '')`
}
