import type { Message } from '@electric-sql/client'
import { type CopyRows, copyLines } from '#sync/client/tables/copy-rows.ts'
import { assertWhole, checkRow, type RowSchema, UnreadableShapeError } from './checked-rows.ts'
import type { RowChange } from './shape-batch.ts'

/** A parsed response of a shape's stream. */
export interface ShapeAnswer {
  /** The whole rows at its beginning. */
  rows: CopyRows
  /** The transactions of these rows. */
  txids: readonly number[]
  /** The changes after them. */
  changes: readonly RowChange[]
  /** The messages that change no row. */
  others: readonly Message[]
}

/** The parts of a shape response that change rows. */
export type RowParts = Pick<ShapeAnswer, 'rows' | 'txids' | 'changes'>

/**
 * Parses a response.
 * @throws UnreadableShapeError, and where it is no JSON.
 */
export function readAnswer(schema: RowSchema, body: ArrayBuffer): ShapeAnswer {
  const messages: unknown = JSON.parse(new TextDecoder().decode(body))
  if (!isMessages(messages)) throw new UnreadableShapeError(schema.shape, 'has no messages')
  const changes = messages.filter((message) => 'key' in message) as unknown as RowChange[]
  const others = messages.filter((message) => !('key' in message))
  const other = changes.findIndex(({ headers }) => headers.operation !== 'insert')
  const inserts = other === -1 ? changes : changes.slice(0, other)
  const checked = inserts.map(({ value }) => checkRow(schema, value))
  for (const { row } of checked) assertWhole(schema, row)
  const lines = copyLines(
    schema,
    checked.map(({ row }) => row),
  )
  return {
    rows: { keys: checked.map(({ key }) => key), lines },
    txids: txidsOf(inserts),
    changes: changes.slice(inserts.length),
    others,
  }
}

const isMessages = (read: unknown): read is Message[] => Array.isArray(read)

/** Transactions by the low 32 bits of their ids; rows of a snapshot name none. */
function txidsOf(changes: readonly RowChange[]): number[] {
  const txids: number[] = []
  for (const { headers } of changes) {
    for (const txid of headers.txids ?? []) txids.push(txid % 2 ** 32)
  }
  return txids
}
