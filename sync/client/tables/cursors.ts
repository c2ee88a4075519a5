import type { SeenTransactions } from '#sync/client/stream/seen-transactions.ts'
import type { ShapePosition } from '#sync/client/stream/shape-batch.ts'
import type { ShapeId } from '#sync/contract/shapes.ts'
import type { Tx } from './database.ts'
import type { Digest } from './row-sql.ts'

/**
 * The position up to which a shape was read, the count and checksum of its rows there, and the
 * transactions they hold.
 */
export interface Cursor extends ShapePosition, Digest {
  seen: SeenTransactions
}

export async function readCursors(tx: Tx): Promise<Map<ShapeId, Cursor>> {
  const { rows } = await tx.query<
    Pick<Cursor, 'handle' | 'offset' | 'seen'> & {
      shape: ShapeId
      row_count: number
      checksum: string
    }
  >('select shape, handle, "offset", row_count, checksum::text, seen from cursors')
  return new Map(
    rows.map(({ shape, row_count, checksum, ...rest }) => [
      shape,
      { ...rest, count: row_count, checksum: BigInt(checksum) },
    ]),
  )
}

/** Stores a cursor. It must run in the transaction that writes the rows. */
export async function storeCursor(tx: Tx, shape: ShapeId, cursor: Cursor): Promise<void> {
  const { handle, offset, count, checksum, seen } = cursor
  await tx.query(
    `insert into cursors values ($1, $2, $3, $4, $5, $6)
     on conflict (shape) do update set handle = excluded.handle, "offset" = excluded."offset",
       row_count = excluded.row_count, checksum = excluded.checksum, seen = excluded.seen`,
    [shape, handle, offset, count, String(checksum), seen],
  )
}

/** Drops a shape's cursor, so that the shape is fetched again; its rows stay until then. */
export async function dropCursor(tx: Tx, shape: ShapeId): Promise<void> {
  await tx.query('delete from cursors where shape = $1', [shape])
}
