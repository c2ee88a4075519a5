import { authorsIn, unfilledColumns } from '#sync/contract/filled-columns.ts'
import type { MutationTx } from '#sync/contract/rows.ts'
import type { WritableName } from '#sync/contract/shapes.ts'
import { columnsOf } from './local-columns.ts'
import type { PendingRows, Slot } from './pending-rows.ts'
import {
  keyOf,
  keyRow,
  type RowId,
  rowFromText,
  rowId,
  splitRowId,
  type TextRow,
  textFromValues,
} from './text-rows.ts'

/** A run of a mutation, which its views of several owners share. */
export interface MutationRun {
  /** The account that makes the change. */
  by: string
  now: Date
  /** The rows that it has read. */
  reads: Set<RowId>
  /** The rows that it has written, as they were before. */
  before: Map<RowId, Slot>
}

/** A mutation's view of the device's rows: those of one owner and nothing else. */
export class LocalMutationTx implements MutationTx {
  readonly now: Date
  readonly madeAt: Date
  readonly by: string

  constructor(
    private readonly rows: PendingRows,
    private readonly owner_id: string,
    private readonly run: MutationRun,
  ) {
    this.now = run.now
    this.madeAt = run.now
    this.by = run.by
  }

  get: MutationTx['get'] = async (table, key) => {
    const row = await this.read(this.idOf(table, key))
    return row ? rowFromText(table, row) : undefined
  }

  getAll: MutationTx['getAll'] = async (table, keys) => {
    const ids = keys.map((key) => this.idOf(table, key))
    await this.rows.load(ids)
    return this.found(table, ids)
  }

  find: MutationTx['find'] = async (table, where) =>
    this.found(table, await this.idsOf(table, where))

  insert: MutationTx['insert'] = async (table, rows) => {
    const ids = rows.map((row) => this.idOf(table, row))
    await this.rows.load(ids)
    const authors = authorsIn(table, this.by, ['created_by', 'updated_by'])
    for (const [index, id] of ids.entries()) {
      this.run.reads.add(id)
      if (this.rows.get(id) === null) {
        const row = newRow(table, { ...rows[index], ...authors, owner_id: this.owner_id })
        if ('card' in row) row.card = this.rows.cardOf(row.candidate_id ?? '')
        this.write(id, row)
      }
    }
  }

  update: MutationTx['update'] = async (table, key, patch) => {
    const id = this.idOf(table, key)
    const row = await this.read(id)
    if (!row) return
    const authors = authorsIn(table, this.by, ['updated_by'])
    this.write(id, { ...row, ...textFromValues(table, patch), ...authors })
  }

  updateAll: MutationTx['updateAll'] = async (table, keys, patch) => {
    await this.rows.load(keys.map((key) => this.idOf(table, key)))
    for (const key of keys) await this.update(table, key, patch)
  }

  delete: MutationTx['delete'] = async (table, keys) => {
    const ids = keys.map((key) => this.idOf(table, key))
    await this.rows.load(ids)
    for (const id of ids) if (await this.read(id)) this.write(id, null)
  }

  move: MutationTx['move'] = async (table, where, target) => {
    const ids = await this.idsOf(table, where)
    await this.rows.load(ids.map((id) => movedId(id, target)))
    for (const id of ids) {
      const row = await this.read(id)
      if (!row) continue
      const moved = movedId(id, target)
      if ((await this.read(moved)) === null) this.write(moved, { ...row, owner_id: target })
      this.write(id, null)
    }
  }

  of = (ownerId: string): MutationTx => new LocalMutationTx(this.rows, ownerId, this.run)

  /** The server erases it. */
  eraseHistory = async (): Promise<void> => undefined

  /** The server decides it, by the role that it asks for then. */
  isMadeByOthers = async (): Promise<boolean> => false

  /** The server decides it: the device knows no roles. */
  assertInTeam = (): void => undefined

  /** The server decides it: the device may not know all members. */
  assertMember = async (): Promise<void> => undefined

  private idOf(table: WritableName, key: object): RowId {
    const { owner_id } = this
    return rowId(table, keyOf(table, { ...textFromValues(table, key), owner_id }))
  }

  private idsOf(table: WritableName, where: object): Promise<RowId[]> {
    return this.rows.idsOf(table, { ...where, owner_id: this.owner_id })
  }

  private async read(id: RowId): Promise<Slot> {
    this.run.reads.add(id)
    await this.rows.load([id])
    return this.rows.get(id) ?? null
  }

  private write(id: RowId, row: Slot): void {
    const { before } = this.run
    if (!before.has(id)) before.set(id, this.rows.get(id) ?? null)
    this.rows.set(id, row)
  }

  private found(table: WritableName, ids: readonly RowId[]) {
    return ids.flatMap((id) => {
      this.run.reads.add(id)
      const row = this.rows.get(id)
      return row ? [rowFromText(table, withoutFilled(table, row))] : []
    }) as never
  }
}

/** The id that a row gets with another owner. */
function movedId(id: RowId, owner_id: string): RowId {
  const { shape, key } = splitRowId(id)
  return rowId(shape, keyOf(shape, { ...keyRow(shape, key), owner_id }))
}

/** The columns that mutations read. */
const withoutFilled = (table: WritableName, row: TextRow): TextRow =>
  Object.fromEntries(unfilledColumns(table).map((column) => [column, row[column] ?? null]))

function newRow(table: WritableName, values: object): TextRow {
  const empty = Object.fromEntries(columnsOf(table).map((column) => [column, null]))
  return { ...empty, ...textFromValues(table, values) }
}
