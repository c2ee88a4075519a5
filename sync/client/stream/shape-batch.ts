import { columnsOf } from '#sync/client/tables/local-columns.ts'
import { keyOf, type RowKey, type TextRow } from '#sync/client/tables/text-rows.ts'
import { type ShapeId, shapeOf, splitShapeId } from '#sync/contract/shapes.ts'
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

/** How far a shape was read. */
export interface ShapePosition {
  handle: string
  offset: string
}

/** All changes of a shape since it was last up to date. */
export interface ShapeBatch {
  shape: ShapeId
  /** Whether the batch replaces all rows of the shape. */
  isRefetch: boolean
  /** Whether rows of this refetch are in the tables already, by `Replica.land`. */
  isRest?: boolean
  changes: ReadonlyMap<RowKey, NetChange>
  /** Transactions in the batch, by the low 32 bits of their ids. */
  txids: ReadonlySet<number>
  /** The snapshot of a refetch; null where the stream gave none. */
  snapshot: FetchSnapshot | null
  position: ShapePosition
}

/** Rows of a shape that is being fetched whole, which its batch will not bring again. */
export interface Landing {
  shape: ShapeId
  changes: ReadonlyMap<RowKey, NetChange>
  /** Whether they are the first of their fetch. */
  isFirst: boolean
}

/** The stream cannot be understood, so its changes cannot be trusted. */
export class UnreadableShapeError extends Error {
  constructor(shape: ShapeId, what: string, options?: ErrorOptions) {
    super(`The stream of ${splitShapeId(shape).name} ${what}.`, options)
    this.name = 'UnreadableShapeError'
  }
}

/** Folds changes, in order, to one per row. @throws UnreadableShapeError */
export function foldChanges(
  shape: ShapeId,
  changes: readonly RowChange[],
): { changes: Map<RowKey, NetChange>; txids: Set<number> } {
  const net = new Map<RowKey, NetChange>()
  const txids = new Set<number>()
  const { name, ownerId } = splitShapeId(shape)
  const columns = columnsOf(name)
  const { key: keyColumns, owner } = shapeOf(name)
  for (const { value, headers } of changes) {
    for (const txid of headers.txids ?? []) txids.add(txid % 2 ** 32)
    const row = known(shape, columns, value)
    if (keyColumns.some((column) => typeof row[column] !== 'string')) {
      throw new UnreadableShapeError(shape, 'brought a change without its key')
    }
    // Each owner's rows are replaced, counted and removed apart.
    if (row[owner] !== ownerId) {
      throw new UnreadableShapeError(shape, "brought another owner's row")
    }
    const key = keyOf(name, row)
    const before = net.get(key)
    switch (headers.operation) {
      case 'insert':
        if (columns.some((column) => !(column in row))) {
          throw new UnreadableShapeError(shape, 'left out a column')
        }
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

/** Keeps the columns this build knows: a newer server may send more. */
function known(shape: ShapeId, columns: string[], value: unknown): TextRow {
  if (typeof value !== 'object' || value === null) {
    throw new UnreadableShapeError(shape, 'brought a change without a row')
  }
  const row: TextRow = {}
  for (const column of columns) {
    const text = (value as Record<string, unknown>)[column]
    if (text === undefined) continue
    if (text !== null && typeof text !== 'string') {
      throw new UnreadableShapeError(shape, 'brought a value that is not text')
    }
    row[column] = text
  }
  return row
}
