import { NONE_SEEN, seenWith } from '#sync/client/stream/seen-transactions.ts'
import { type ShapeBatch, UnreadableShapeError } from '#sync/client/stream/shape-batch.ts'
import { shapeOf, splitShapeId } from '#sync/contract/shapes.ts'
import type { Cursor } from './cursors.ts'
import { storeCursor } from './cursors.ts'
import type { Tx } from './database.ts'
import { digestOwner, digestRows, insertRows, patchRows, putRows, removeRows } from './row-sql.ts'
import type { TextRow } from './text-rows.ts'

/**
 * Writes a batch, and in the same transaction the shape's cursor: position, checksum, transactions
 * seen. Pending mutations must be undone on these rows, for the checksum is of the server's rows
 * alone.
 * @param nowMs the device's clock.
 * @throws UnreadableShapeError when the rows here are not those the changes were made on.
 */
export async function applyBatch(
  tx: Tx,
  batch: ShapeBatch,
  cursor: Cursor | undefined,
  nowMs: number,
): Promise<Cursor> {
  const { shape, position } = batch
  const seen = seenWith(cursor?.seen ?? NONE_SEEN, batch, nowMs)
  const next = batch.isRefetch
    ? { ...position, seen, ...(await replaceRows(tx, batch)) }
    : { ...position, seen, ...(await changeRows(tx, batch, cursor)) }
  await storeCursor(tx, shape, next)
  return next
}

async function replaceRows(tx: Tx, { shape, changes }: ShapeBatch) {
  const rows: TextRow[] = []
  for (const change of changes.values()) {
    if (change.kind === 'patch') throw new UnreadableShapeError(shape, 'changed an unknown row')
    if (change.kind === 'put') rows.push(change.row)
  }
  const { name, ownerId } = splitShapeId(shape)
  await tx.query(`delete from ${name} where ${shapeOf(name).owner} = $1`, [ownerId])
  await insertRows(tx, name, rows)
  return digestOwner(tx, shape)
}

async function changeRows(tx: Tx, { shape, changes }: ShapeBatch, cursor: Cursor | undefined) {
  if (!cursor) throw new UnreadableShapeError(shape, 'went on from nowhere')
  if (changes.size === 0) return { count: cursor.count, checksum: cursor.checksum }
  const { name } = splitShapeId(shape)
  const keys = [...changes.keys()]
  const before = await digestRows(tx, name, keys)
  const puts: TextRow[] = []
  const removed = keys.filter((key) => changes.get(key)?.kind === 'remove')
  // One statement writes one set of columns.
  const patches = new Map<string, TextRow[]>()
  for (const change of changes.values()) {
    if (change.kind === 'put') puts.push(change.row)
    if (change.kind !== 'patch') continue
    const columns = Object.keys(change.row).join()
    patches.set(columns, [...(patches.get(columns) ?? []), change.row])
  }
  await putRows(tx, name, puts)
  for (const rows of patches.values()) {
    const found = await patchRows(tx, name, rows)
    if (found !== rows.length) throw new UnreadableShapeError(shape, 'changed an unknown row')
  }
  await removeRows(tx, name, removed)
  const after = await digestRows(tx, name, keys)
  return {
    count: cursor.count + after.count - before.count,
    checksum: cursor.checksum + after.checksum - before.checksum,
  }
}
