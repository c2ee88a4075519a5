import type { Tx } from './database.ts'
import { writeSlots } from './pending-rows.ts'
import { type RowId, rowId, splitRowId, type TextRow } from './text-rows.ts'

/**
 * Rows that pending mutations changed, as the server has them; null where it has none. Table and
 * map hold the same: the table serves a device that died in between.
 */
export type UndoLog = ReadonlyMap<RowId, TextRow | null>

/** Logs rows before mutations change them. */
export async function logRows(tx: Tx, rows: UndoLog): Promise<void> {
  if (rows.size === 0) return
  const entries = [...rows].map(([id, before]) => ({
    ...splitRowId(id),
    before: before && JSON.stringify(before),
  }))
  await tx.query(
    `insert into undo_log
     select * from json_to_recordset($1::json) as given(shape text, key text, before text)`,
    [JSON.stringify(entries)],
  )
}

/** Restores these rows to the server's state. */
export async function undoRows(tx: Tx, rows: UndoLog): Promise<void> {
  if (rows.size === 0) return
  await writeSlots(tx, rows)
  await tx.query(
    `delete from undo_log u using json_to_recordset($1::json) as given(shape text, key text)
     where u.shape = given.shape and u.key = given.key`,
    [JSON.stringify([...rows.keys()].map(splitRowId))],
  )
}

/** Rolls back the changes of a device that crashed during a rebase. */
export async function undoAll(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ shape: string; key: string; before: string | null }>(
    'select shape, key, before from undo_log',
  )
  const log = rows.map(
    ({ shape, key, before }) =>
      [rowId(shape as Parameters<typeof rowId>[0], key), before && JSON.parse(before)] as const,
  )
  await undoRows(tx, new Map(log))
}
