import { checkMutation } from '#sync/client/outbox/check-mutation.ts'
import type { NewMutation } from '#sync/client/outbox/outbox-store.ts'
import { AppError } from '#sync/contract/errors.ts'
import { teamOf } from '#sync/contract/mutations.ts'
import { type InsertedRow, makesCount } from '#sync/contract/quotas.ts'
import type { ShapeName, WritableName } from '#sync/contract/shapes.ts'
import type { Tx } from './database.ts'
import { columnsOf } from './local-columns.ts'
import { LocalMutationTx } from './local-mutation-tx.ts'
import { findRows, loadRows, putRows, removeRows } from './row-sql.ts'
import {
  keyOf,
  keyRow,
  type RowId,
  type RowKey,
  rowId,
  splitRowId,
  type TextRow,
  textFromValues,
} from './text-rows.ts'

/** The rows that a mutation read and wrote when it last ran here. */
export interface ReadWriteSet {
  reads: ReadonlySet<RowId>
  writes: ReadonlySet<RowId>
}

export const NOTHING_ACCESSED: ReadWriteSet = { reads: new Set(), writes: new Set() }

/** A row, or null where the tables have none. */
export type Slot = TextRow | null

/**
 * One user's rows while mutations run on them: read from the tables once, changed in memory,
 * written in bulk at the end, so that five hundred mutations cost a few statements.
 */
export class PendingRows {
  /** Rows as the tables hold them. */
  private readonly stored = new Map<RowId, Slot>()
  private readonly rows = new Map<RowId, Slot>()
  /**
   * The cards that this device has of people who were looked for, by their ids; null where it has none.
   */
  private readonly cards = new Map<string, string | null>()

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
      await this.loadCards(
        shape,
        missing.filter((key) => !rows.has(key)),
      )
    }
  }

  /** A row that was loaded; undefined for any other. */
  get(id: RowId): Slot | undefined {
    return this.rows.get(id)
  }

  /** Changes a row that was loaded. */
  set(id: RowId, row: Slot): void {
    this.rows.set(id, row)
  }

  /** The card that the device has of a person. */
  cardOf(personId: string): string | null {
    return this.cards.get(personId) ?? null
  }

  /** Runs a mutation. A refused one changes nothing; the rows it read are returned all the same. */
  async run(
    mutation: NewMutation,
  ): Promise<{ accessed: ReadWriteSet; inserted: InsertedRow[]; refusal?: AppError }> {
    const reads = new Set<RowId>()
    const before = new Map<RowId, Slot>()
    try {
      const { run, args } = checkMutation(mutation.name, mutation.args)
      const now = new Date(mutation.created_at)
      const ownerId = teamOf(args) ?? this.userId
      const by = this.userId
      await run(new LocalMutationTx(this, ownerId, { by, now, reads, before }), args)
      const inserted = [...before].flatMap(([id, slot]) => {
        const row = this.rows.get(id)
        const table = splitRowId(id).shape as WritableName
        if (!row?.owner_id || (slot !== null && !makesCount(table, changesOf(row, slot)))) return []
        return [{ ...row, table, owner_id: row.owner_id }]
      })
      return { accessed: { reads, writes: new Set(before.keys()) }, inserted }
    } catch (error) {
      for (const [id, slot] of before) this.rows.set(id, slot)
      if (!(error instanceof AppError)) throw error
      return { accessed: { reads, writes: new Set() }, inserted: [], refusal: error }
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

  /** The ids of all rows with these values, as the mutations before have left them; all are loaded. */
  async idsOf(table: WritableName, where: object): Promise<RowId[]> {
    const values = textFromValues(table, where)
    const stored = await findRows(this.tx, table, values)
    await this.load(stored.map((row) => rowId(table, keyOf(table, row))))
    const has = (row: Slot) =>
      row && Object.entries(values).every(([name, value]) => row[name] === value)
    return [...this.rows].flatMap(([id, row]) =>
      splitRowId(id).shape === table && has(row) ? [id] : [],
    )
  }

  /**
   * Loads the cards that the device has of people whose rows do not exist yet, so that a row added for
   * them shows its card before the server has filled it in.
   */
  private async loadCards(shape: ShapeName, keys: readonly RowKey[]): Promise<void> {
    if (!columnsOf(shape).includes('card')) return
    // Keys of activities do not contain a person: the server fills their cards in.
    const people = keys
      .flatMap((key) => keyRow(shape, key).candidate_id ?? [])
      .filter((id) => !this.cards.has(id))
    if (people.length === 0) return
    for (const id of people) this.cards.set(id, null)
    const { rows } = await this.tx.query<{ candidate_id: string; card: string }>(
      `select distinct on (candidate_id) candidate_id::text, card::text
       from (select candidate_id, card from list_members
         union all select candidate_id, card from saved_candidates) known
       where card is not null
         and candidate_id in (select json_array_elements_text($1::json)::uuid)`,
      [JSON.stringify(people)],
    )
    for (const { candidate_id, card } of rows) this.cards.set(candidate_id, card)
  }
}

function changesOf(row: TextRow, before: TextRow): TextRow {
  return Object.fromEntries(
    Object.entries(row).filter(([column, value]) => value !== before[column]),
  )
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
    const keys = groups.get(shape)
    if (keys) keys.push(key)
    else groups.set(shape, [key])
  }
  return groups
}
