import type { ShapeName } from '../contract/shapes.ts'
import type { Tx } from './database.ts'
import type { Digest } from './row-sql.ts'
import type { ShapePosition } from './shape-batch.ts'

/** Where a shape stands, and what its rows add up to there. */
export interface Cursor extends ShapePosition, Digest {}

export async function readCursors(tx: Tx): Promise<Map<ShapeName, Cursor>> {
  const { rows } = await tx.query<
    ShapePosition & { shape: ShapeName; row_count: number; checksum: string }
  >('select shape, handle, "offset", lsn, row_count, checksum::text from cursors')
  return new Map(
    rows.map(({ shape, row_count, checksum, ...position }) => [
      shape,
      { ...position, count: row_count, checksum: BigInt(checksum) },
    ]),
  )
}

/** Only ever in the transaction that writes the rows it speaks of. */
export async function storeCursor(tx: Tx, shape: ShapeName, cursor: Cursor): Promise<void> {
  const { handle, offset, lsn, count, checksum } = cursor
  await tx.query(
    `insert into cursors values ($1, $2, $3, $4, $5, $6)
     on conflict (shape) do update set handle = excluded.handle, "offset" = excluded."offset",
       lsn = excluded.lsn, row_count = excluded.row_count, checksum = excluded.checksum`,
    [shape, handle, offset, lsn, count, String(checksum)],
  )
}

/** The shape will be fetched anew; its rows stay until then. */
export async function dropCursor(tx: Tx, shape: ShapeName): Promise<void> {
  await tx.query('delete from cursors where shape = $1', [shape])
}
