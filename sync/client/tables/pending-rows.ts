import { checkMutation } from '#sync/client/outbox/check-mutation.ts'
import type { NewMutation } from '#sync/client/outbox/outbox-store.ts'
import { AppError } from '#sync/contract/errors.ts'
import { teamOf } from '#sync/contract/mutations.ts'
import type { InsertedRow } from '#sync/contract/quotas.ts'
import type { MutationTx } from '#sync/contract/rows.ts'
import type { ShapeName, WritableName } from '#sync/contract/shapes.ts'
import type { Tx } from './database.ts'
import { columnsOf, findRows, loadRows, putRows, removeRows } from './row-sql.ts'
import {
  keyOf,
  keyRow,
  type RowId,
  type RowKey,
  rowFromText,
  rowId,
  splitRowId,
  type TextRow,
  textFromValues,
} from './text-rows.ts'

/** The rows a mutation depended on and changed when it last ran here. */
export interface Trace {
  reads: ReadonlySet<RowId>
  writes: ReadonlySet<RowId>
}

export const NO_TRACE: Trace = { reads: new Set(), writes: new Set() }

/** A row, or null where there is none. */
type Slot = TextRow | null

/**
 * One user's rows while mutations run on them: read from the tables once, changed in memory,
 * written in bulk at the end, so that five hundred mutations cost a few statements.
 */
export class PendingRows {
  /** Rows as the tables hold them. */
  private readonly stored = new Map<RowId, Slot>()
  private readonly rows = new Map<RowId, Slot>()

  constructor(
    private readonly tx: Tx,
    private readonly userId: string,
  ) {}

  /** Reads rows ahead, for mutations to find in memory. */
  async load(ids: Iterable<RowId>): Promise<void> {
    for (const [shape, keys] of byShape(ids)) {
      const missing = keys.filter((key) => !this.rows.has(rowId(shape, key)))
      if (missing.length === 0) continue
      const found = await loadRows(this.tx, shape, missing)
      const rows = new Map(found.map((row) => [keyOf(shape, row), row]))
      for (const key of missing) {
        const slot = rows.get(key) ?? null
        this.stored.set(rowId(shape, key), slot)
        this.rows.set(rowId(shape, key), slot)
      }
    }
  }

  /** Runs a mutation. A refused one changes nothing; the rows it read are returned all the same. */
  async run(
    mutation: NewMutation,
  ): Promise<{ trace: Trace; inserted: InsertedRow[]; refusal?: AppError }> {
    const reads = new Set<RowId>()
    const before = new Map<RowId, Slot>()
    try {
      const { run, args } = checkMutation(mutation.name, mutation.args)
      const now = new Date(mutation.created_at)
      const ownerId = teamOf(args) ?? this.userId
      await run(this.view({ ownerId, now, reads, before }), args)
      const inserted = [...before].flatMap(([id, slot]) => {
        const row = slot === null ? this.rows.get(id) : undefined
        const owner_id = row?.owner_id
        return owner_id ? [{ ...row, table: splitRowId(id).shape as WritableName, owner_id }] : []
      })
      return { trace: { reads, writes: new Set(before.keys()) }, inserted }
    } catch (error) {
      for (const [id, slot] of before) this.rows.set(id, slot)
      if (!(error instanceof AppError)) throw error
      return { trace: { reads, writes: new Set() }, inserted: [], refusal: error }
    }
  }

  /** Writes what changed. @returns the rows the tables held before. */
  async flush(): Promise<Map<RowId, Slot>> {
    const changed = [...this.rows].filter(([id, row]) => row !== this.stored.get(id))
    const previous = new Map(changed.map(([id]) => [id, this.stored.get(id) ?? null]))
    await writeSlots(this.tx, new Map(changed))
    for (const [id, row] of changed) this.stored.set(id, row)
    return previous
  }

  /** A mutation's view: one owner's rows and nothing else. */
  private view(run: {
    ownerId: string
    now: Date
    reads: Set<RowId>
    before: Map<RowId, Slot>
  }): MutationTx {
    const owner_id = run.ownerId
    const idOf = (table: WritableName, key: object) =>
      rowId(table, keyOf(table, { ...textFromValues(table, key), owner_id }))
    const read = async (id: RowId) => {
      run.reads.add(id)
      await this.load([id])
      return this.rows.get(id) ?? null
    }
    const write = (id: RowId, row: Slot) => {
      if (!run.before.has(id)) run.before.set(id, this.rows.get(id) ?? null)
      this.rows.set(id, row)
    }
    const authorsIn = (table: WritableName, names: readonly string[]) =>
      Object.fromEntries(
        names.filter((name) => columnsOf(table).includes(name)).map((name) => [name, this.userId]),
      )
    return {
      now: run.now,
      by: this.userId,
      get: async (table, key) => {
        const row = await read(idOf(table, key))
        return row ? rowFromText(table, row) : undefined
      },
      insert: async (table, rows) => {
        const ids = rows.map((row) => idOf(table, row))
        await this.load(ids)
        for (const [index, id] of ids.entries()) {
          run.reads.add(id)
          if (this.rows.get(id) === null) {
            const authors = authorsIn(table, ['created_by', 'updated_by'])
            write(id, newRow(table, { ...rows[index], ...authors, owner_id }))
          }
        }
      },
      update: async (table, key, patch) => {
        const id = idOf(table, key)
        const row = await read(id)
        if (!row) return
        write(id, { ...row, ...textFromValues(table, patch), ...authorsIn(table, ['updated_by']) })
      },
      delete: async (table, keys) => {
        const ids = keys.map((key) => idOf(table, key))
        await this.load(ids)
        for (const id of ids) if (await read(id)) write(id, null)
      },
      move: async (table, where, target) => {
        const values = Object.entries(textFromValues(table, { ...where, owner_id }))
        const isMoved = (row: Slot) => row && values.every(([name, value]) => row[name] === value)
        const stored = await findRows(this.tx, table, Object.fromEntries(values))
        const ids = new Set(stored.map((row) => rowId(table, keyOf(table, row))))
        for (const [id, row] of this.rows) {
          if (splitRowId(id).shape === table && isMoved(row)) ids.add(id)
        }
        await this.load([...ids].flatMap((id) => [id, movedId(id, target)]))
        for (const id of ids) {
          const row = await read(id)
          // Moved or removed by a mutation before this one.
          if (!row || !isMoved(row)) continue
          if ((await read(movedId(id, target))) === null) {
            write(movedId(id, target), { ...row, owner_id: target })
          }
          write(id, null)
        }
      },
      of: (ownerId) => this.view({ ...run, ownerId }),
      // What only the server can decide is decided there.
      assertInTeam: () => undefined,
      assertMember: async () => undefined,
    }
  }
}

/** The id that a row gets with another owner. */
function movedId(id: RowId, owner_id: string): RowId {
  const { shape, key } = splitRowId(id)
  return rowId(shape, keyOf(shape, { ...keyRow(shape, key), owner_id }))
}

function newRow(table: WritableName, values: object): TextRow {
  const empty = Object.fromEntries(columnsOf(table).map((column) => [column, null]))
  return { ...empty, ...textFromValues(table, values) }
}

/** Writes rows, and removes those that are null. */
export async function writeSlots(tx: Tx, slots: ReadonlyMap<RowId, Slot>): Promise<void> {
  for (const [shape, keys] of byShape(slots.keys())) {
    const rows = keys.map((key) => slots.get(rowId(shape, key))).filter((row) => row != null)
    const removed = keys.filter((key) => !slots.get(rowId(shape, key)))
    if (rows.length > 0) await putRows(tx, shape, rows)
    if (removed.length > 0) await removeRows(tx, shape, removed)
  }
}

function byShape(ids: Iterable<RowId>): Map<ShapeName, RowKey[]> {
  const groups = new Map<ShapeName, RowKey[]>()
  for (const id of new Set(ids)) {
    const { shape, key } = splitRowId(id)
    groups.set(shape, [...(groups.get(shape) ?? []), key])
  }
  return groups
}
