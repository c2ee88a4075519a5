import type { CopyRows } from '#sync/client/tables/copy-rows.ts'
import type { RowKey, TextRow } from '#sync/client/tables/text-rows.ts'
import { type ShapeId, shapeOf, splitShapeId } from '#sync/contract/shapes.ts'
import { assertWhole, checkRow, type RowSchema, UnreadableShapeError } from './checked-rows.ts'
import type { FetchSnapshot } from './seen-transactions.ts'

/** A change from the stream, its values still text. */
export interface RowChange {
  value: TextRow
  headers: { operation: string; txids?: number[] }
}

/** The net change of one row over a batch. */
export type NetChange =
  | { kind: 'put'; row: TextRow }
  | { kind: 'patch'; row: TextRow }
  | { kind: 'remove' }

/** The position up to which a shape was read. */
export interface ShapePosition {
  handle: string
  offset: string
}

/** All changes of a shape since it was last up to date. */
export interface ShapeBatch {
  shape: ShapeId
  /** Whether the batch replaces all rows of the shape. */
  isRefetch: boolean
  /** Whether other rows of this refetch are in the tables already, by `Replica.writeEarly`. */
  hasEarlyRows?: boolean
  changes: ReadonlyMap<RowKey, NetChange>
  /** Transactions in the batch, by the low 32 bits of their ids. */
  txids: ReadonlySet<number>
  /** The snapshot of a refetch; null where the stream gave none. */
  snapshot: FetchSnapshot | null
  position: ShapePosition
}

/**
 * Rows of a shape that is being fetched whole which are written before its batch, and which the batch
 * does not contain.
 */
export interface EarlyRows {
  shape: ShapeId
  rows: CopyRows
  /** Whether they are the first of their fetch. */
  isFirst: boolean
}

/** The columns and the owner that the rows of a shape must have. */
export function rowSchema(shape: ShapeId): RowSchema {
  const { name, ownerId } = splitShapeId(shape)
  const { columns, derived, key, owner } = shapeOf(name)
  return { shape, ownerId, columns, key, owner, ...(derived && { derived }) }
}

/** Folds changes, in order, to one per row. @throws UnreadableShapeError */
export function foldChanges(
  shape: ShapeId,
  changes: readonly RowChange[],
): { changes: Map<RowKey, NetChange>; txids: Set<number> } {
  const net = new Map<RowKey, NetChange>()
  const txids = new Set<number>()
  const schema = rowSchema(shape)
  for (const { value, headers } of changes) {
    for (const txid of headers.txids ?? []) txids.add(txid % 2 ** 32)
    const { key, row } = checkRow(schema, value)
    const before = net.get(key)
    switch (headers.operation) {
      case 'insert':
        assertWhole(schema, row)
        net.set(key, { kind: 'put', row })
        break
      case 'update':
        if (before?.kind === 'remove') {
          throw new UnreadableShapeError(shape, 'changed a row it had removed')
        }
        net.set(
          key,
          before ? { ...before, row: { ...before.row, ...row } } : { kind: 'patch', row },
        )
        break
      case 'delete':
        net.set(key, { kind: 'remove' })
        break
      default:
        throw new UnreadableShapeError(shape, 'brought an unknown operation')
    }
  }
  return { changes: net, txids }
}
