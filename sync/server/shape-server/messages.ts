import { identifier } from '#db/schema/sql-identifier.ts'
import type { Offset } from '#sync/contract/offset.ts'
import type { Row, Table } from './table.ts'

/** How the rows of a shape are sent. */
export interface View {
  table: Table
  /** Columns sent, key included. */
  columns: string[]
  /** `full` sends whole rows on update and delete, and the old values. */
  replica: 'default' | 'full'
}

/** A row before and after; one of the two is missing where the row came into the shape or left it. */
export interface RowChange {
  old?: Row | undefined
  new?: Row | undefined
}

export interface Message {
  key: string
  value: Row
  old_value?: Row
  headers: Record<string, unknown>
}

/**
 * The messages that tell a client of a change: none, one, or two where the key changed.
 * @param at the offset of the first; a second one takes the next
 */
export function changeMessages(
  view: View,
  { old, new: current }: RowChange,
  at: Offset,
  txid: number,
): Message[] {
  const message = (operation: string, op: number, row: Row, value: Row, more = {}): Message => ({
    key: rowKey(view.table, row),
    value,
    headers: {
      operation,
      relation: [view.table.schema, view.table.name],
      txids: [txid],
      lsn: String(at.lsn),
      op_position: op,
      ...more,
    },
  })
  const removed = (row: Row) => pick(row, view.replica === 'full' ? view.columns : view.table.key)
  if (!current) return old ? [message('delete', at.op, old, removed(old))] : []
  if (!old) return [message('insert', at.op, current, pick(current, view.columns))]

  const from = rowKey(view.table, old)
  const to = rowKey(view.table, current)
  if (from !== to) {
    return [
      message('delete', at.op, old, removed(old), { key_change_to: to }),
      message('insert', at.op + 1, current, pick(current, view.columns), { key_change_from: from }),
    ]
  }
  const changed = Object.keys(current).filter((name) => current[name] !== old[name])
  const shown = changed.filter((name) => view.columns.includes(name))
  // An update that changed nothing is sent too: its writer awaits the transaction.
  if (changed.length > 0 && shown.length === 0) return []
  if (view.replica === 'default') {
    return [message('update', at.op, current, pick(current, [...view.table.key, ...shown]))]
  }
  const update = message('update', at.op, current, pick(current, view.columns))
  return [{ ...update, old_value: pick(old, shown) }]
}

/** A row of a snapshot, as JSON. */
export function snapshotMessage(view: View, row: Row, headers: object = {}): string {
  return JSON.stringify({
    key: rowKey(view.table, row),
    value: pick(row, view.columns),
    headers: { operation: 'insert', relation: [view.table.schema, view.table.name], ...headers },
  })
}

/** The key of a row, the same for each client and each shape. */
function rowKey({ schema, name, key }: Table, row: Row): string {
  const parts = key.map((column) => {
    const value = row[column]
    return value == null ? '_' : `"${value.replaceAll('/', '//')}"`
  })
  return [`${identifier(schema)}.${identifier(name)}`, ...parts].join('/')
}

function pick(row: Row, columns: string[]): Row {
  return Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))
}
