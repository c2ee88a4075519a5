import { UnreadableShapeError } from '#sync/client/stream/checked-rows.ts'
import { NONE_SEEN, seenWith } from '#sync/client/stream/seen-transactions.ts'
import type { EarlyRows, ShapeBatch } from '#sync/client/stream/shape-batch.ts'
import { type ShapeId, shapeOf, splitShapeId } from '#sync/contract/shapes.ts'
import type { Cursor } from './cursors.ts'
import { storeCursor } from './cursors.ts'
import type { Tx } from './database.ts'
import {
  copyIn,
  type Digest,
  digestOwner,
  digestRows,
  insertRows,
  patchRows,
  putRows,
  removeRows,
} from './row-sql.ts'
import type { TextRow } from './text-rows.ts'

/**
 * Writes a batch, and in the same transaction the shape's cursor: position, checksum, transactions seen.
 * Pending mutations must be undone on these rows, because the checksum is of the server's rows only.
 * @param nowMs the device's clock.
 * @param earlyDigest of the rows that were written early, where it is known.
 * @throws UnreadableShapeError when the rows here are not those the changes were made on.
 */
export async function applyBatch(
  tx: Tx,
  batch: ShapeBatch,
  cursor: Cursor | undefined,
  nowMs: number,
  earlyDigest?: Digest,
): Promise<Cursor> {
  const { shape, position } = batch
  const seen = seenWith(cursor?.seen ?? NONE_SEEN, batch, nowMs)
  const next = batch.isRefetch
    ? { ...position, seen, ...(await replaceRows(tx, batch, earlyDigest)) }
    : { ...position, seen, ...(await changeRows(tx, batch, cursor)) }
  await storeCursor(tx, shape, next)
  return next
}

/**
 * Writes rows of a fetch before its batch, if the first ones find none of the shape. Pending
 * mutations must be undone on them, before the first ones on all of the shape.
 * @returns false where the server's rows of an earlier fetch are there, and nothing was done.
 */
export async function writeEarlyRows(
  tx: Tx,
  { shape, rows, isFirst }: EarlyRows,
): Promise<boolean> {
  const { name, ownerId } = splitShapeId(shape)
  if (isFirst) {
    const sql = `select from ${name} where ${shapeOf(name).owner} = $1 limit 1`
    const found = await tx.query(sql, [ownerId])
    if (found.rows.length > 0) return false
  }
  await copyIn(tx, name, rows.lines)
  return true
}

async function replaceRows(
  tx: Tx,
  batch: ShapeBatch,
  earlyDigest: Digest | undefined,
): Promise<Digest> {
  const { shape, changes, hasEarlyRows } = batch
  if (hasEarlyRows) return changeRows(tx, batch, earlyDigest ?? (await digestOwner(tx, shape)))
  const { name, ownerId } = splitShapeId(shape)
  await tx.query(`delete from ${name} where ${shapeOf(name).owner} = $1`, [ownerId])
  await insertRows(tx, name, putsOf(shape, changes))
  return digestOwner(tx, shape)
}

/** The rows of a refetch, which has no others to change. */
function putsOf(shape: ShapeId, changes: ShapeBatch['changes']): TextRow[] {
  const rows: TextRow[] = []
  for (const change of changes.values()) {
    if (change.kind === 'patch') throw new UnreadableShapeError(shape, 'changed an unknown row')
    if (change.kind === 'put') rows.push(change.row)
  }
  return rows
}

async function changeRows(
  tx: Tx,
  { shape, changes }: ShapeBatch,
  present: Digest | undefined,
): Promise<Digest> {
  if (!present) throw new UnreadableShapeError(shape, 'continued without an initial snapshot')
  if (changes.size === 0) return { count: present.count, checksum: present.checksum }
  const { name } = splitShapeId(shape)
  const keys = [...changes.keys()]
  const before = await digestRows(tx, name, keys)
  await writeChanges(tx, shape, changes)
  const after = await digestRows(tx, name, keys)
  return {
    count: present.count + after.count - before.count,
    checksum: present.checksum + after.checksum - before.checksum,
  }
}

async function writeChanges(tx: Tx, shape: ShapeId, changes: ShapeBatch['changes']): Promise<void> {
  const { name } = splitShapeId(shape)
  const keys = [...changes.keys()]
  const puts: TextRow[] = []
  const removed = keys.filter((key) => changes.get(key)?.kind === 'remove')
  // One statement updates one set of columns.
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
}
