import { checkMutation } from '#sync/client/outbox/check-mutation.ts'
import type { OutboxEntry } from '#sync/client/outbox/outbox-store.ts'
import type { FetchSnapshot } from '#sync/client/stream/seen-transactions.ts'
import { foldChanges, type RowChange, type ShapeBatch } from '#sync/client/stream/shape-batch.ts'
import { textFromValues } from '#sync/client/tables/text-rows.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { MutationName } from '#sync/contract/mutations.ts'
import { SHAPE_NAMES, type ShapeName, shapeId, shapeOf } from '#sync/contract/shapes.ts'
import type { MutationResult, WireMutation } from '#sync/contract/wire.ts'
import type { DeviceActions } from '#tests/chaos/act.ts'
import { MemoryRows } from './memory-rows.ts'

/** Nothing had been done by then. */
const FIRST_TXID = 100

interface Change {
  txid: number
  change: RowChange
  apply(rows: MemoryRows): void
}

/**
 * A server in memory, as seen by one device's replica: it runs mutations, responds to them, and
 * streams their changes, each of the three when the test says so.
 */
export class ServerModel {
  private rows: MemoryRows
  /** The rows as far as they were streamed. */
  private readonly seen: MemoryRows
  private readonly logs = new Map<ShapeName, Change[]>()
  private readonly streamed = new Map<ShapeName, number>()
  private readonly results = new Map<string, MutationResult>()
  private txid = FIRST_TXID

  constructor(private readonly userId: string) {
    this.rows = new MemoryRows(userId)
    this.seen = new MemoryRows(userId)
  }

  /** Another user who works on the same rows. */
  actions(): DeviceActions {
    return {
      userId: this.userId,
      query: async (name) => {
        if (name.startsWith('teams')) return []
        const table = name.startsWith('lists')
          ? 'lists'
          : name === 'searches.all'
            ? 'saved_searches'
            : name === 'templates.all'
              ? 'email_templates'
              : 'saved_candidates'
        const isDeleted = name === 'lists.deleted'
        const rows = [...this.rows.table(table).values()]
        return rows.filter((row) => !!row.deleted_at === isDeleted) as never
      },
      mutate: async (name, args) => {
        const id = crypto.randomUUID()
        await this.run({ id, name, args, created_at: '' }).catch(refusal)
        return { id }
      },
    }
  }

  /** Runs mutations that were pushed; one that was run before is not run again. */
  async execute(mutations: readonly WireMutation[]): Promise<void> {
    for (const mutation of mutations) {
      if (this.results.has(mutation.id)) continue
      const result = await this.run(mutation).catch(refusal)
      this.results.set(
        mutation.id,
        result instanceof AppError
          ? { id: mutation.id, status: 'rejected', code: result.code, message: result.message }
          : { id: mutation.id, status: 'applied', ...result },
      )
    }
  }

  answers(mutations: readonly WireMutation[]): MutationResult[] {
    return mutations.flatMap(({ id }) => this.results.get(id) ?? [])
  }

  /** Whether everything a mutation changed was streamed. */
  hasStreamed(id: string): boolean {
    const result = this.results.get(id)
    return (
      result?.status === 'applied' &&
      result.tables.every((shape) => {
        const left = (this.logs.get(shape) ?? []).slice(this.streamed.get(shape) ?? 0)
        return left.every(({ txid }) => txid > result.txid)
      })
    )
  }

  /**
   * The next changes of a shape.
   * @returns null when there are none, unless `isQuietTold`
   */
  stream(shape: ShapeName, count: number, isQuietTold = false): ShapeBatch | null {
    const log = this.logs.get(shape) ?? []
    const from = this.streamed.get(shape) ?? 0
    // A transaction is never torn.
    const last = log[Math.min(from + count, log.length) - 1]
    const changes = log.slice(from).filter(({ txid }) => last && txid <= last.txid)
    if (changes.length === 0 && !isQuietTold) return null
    for (const { apply } of changes) apply(this.seen)
    this.streamed.set(shape, from + changes.length)
    return this.batch(shape, changes, null)
  }

  /**
   * Fetches a shape again: a current snapshot, or the first, empty one with all later changes, as
   * every device receives them while the shape is the same.
   */
  refetch(shape: ShapeName, { isOfNow = true } = {}): ShapeBatch {
    const rows = [...this.rows.table(shape)]
    this.seen.table(shape).clear()
    for (const [key, row] of rows) this.seen.table(shape).set(key, row)
    this.streamed.set(shape, this.logs.get(shape)?.length ?? 0)
    const changes = rows.map(([, row]) => ({
      change: { value: textFromValues(shape, row), headers: { operation: 'insert' } },
    }))
    return isOfNow
      ? this.batch(shape, changes, snapshotAt(this.txid))
      : this.batch(shape, this.logs.get(shape) ?? [], snapshotAt(FIRST_TXID))
  }

  offsetOf(shape: ShapeName): string {
    return `${this.streamed.get(shape) ?? 0}_0`
  }

  /** The rows as far as they were streamed, with these mutations on top. */
  async seenWith(pending: readonly OutboxEntry[]): Promise<Record<string, string[]>> {
    let rows = this.seen.copy()
    for (const { name, args, created_at } of pending) {
      const next = rows.copy()
      const result = await runOn(next, name, args, new Date(created_at)).catch(refusal)
      if (!(result instanceof AppError)) rows = next
    }
    const tables = SHAPE_NAMES.map((name) => {
      const columns = Object.keys(shapeOf(name).columns)
      const texts = [...rows.table(name).values()].map((row) =>
        JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]]))),
      )
      return [name, texts.sort()] as const
    })
    return Object.fromEntries(tables)
  }

  /** @param snapshot of a fetch from the start. */
  private batch(
    shape: ShapeName,
    changes: readonly Pick<Change, 'change'>[],
    snapshot: FetchSnapshot | null,
  ): ShapeBatch {
    const id = shapeId(shape, this.userId)
    const folded = foldChanges(
      id,
      changes.map(({ change }) => change),
    )
    return {
      shape: id,
      isRefetch: snapshot !== null,
      snapshot,
      ...folded,
      position: { handle: 'h', offset: this.offsetOf(shape) },
    }
  }

  private async run({ name, args }: WireMutation) {
    const next = this.rows.copy()
    await runOn(next, name as MutationName, args, new Date())
    this.txid += 1
    const tables = SHAPE_NAMES.filter((shape) => this.log(shape, next) > 0)
    this.rows = next
    return { txid: this.txid, tables }
  }

  /** Writes down what a transaction changed in one shape. @returns how many rows. */
  private log(shape: ShapeName, next: MemoryRows): number {
    const before = this.rows.table(shape)
    const after = next.table(shape)
    const { key } = shapeOf(shape)
    const log = this.logs.get(shape) ?? []
    const length = log.length
    const txid = this.txid
    for (const [id, row] of after) {
      const old = before.get(id)
      if (old === row) continue
      const changed = Object.entries(row).filter(
        ([column, value]) => !old || key.includes(column) || old[column] !== value,
      )
      const value = textFromValues(shape, Object.fromEntries(changed))
      const headers = { operation: old ? 'update' : 'insert', txids: [txid] }
      const apply = (rows: MemoryRows) => void rows.table(shape).set(id, row)
      log.push({ txid, change: { value, headers }, apply })
    }
    for (const [id, row] of before) {
      if (after.has(id)) continue
      const columns = key.map((column) => [column, row[column]])
      const value = textFromValues(shape, Object.fromEntries(columns))
      const headers = { operation: 'delete', txids: [txid] }
      const apply = (rows: MemoryRows) => void rows.table(shape).delete(id)
      log.push({ txid, change: { value, headers }, apply })
    }
    this.logs.set(shape, log)
    return log.length - length
  }
}

/** What a snapshot says that saw this transaction and all before. */
function snapshotAt(txid: number): FetchSnapshot {
  return { xmin: String(txid + 1), xmax: String(txid + 1), xip_list: [] }
}

async function runOn(rows: MemoryRows, name: MutationName, given: unknown, now: Date) {
  const { run, args } = checkMutation(name, given)
  await run(rows.tx(now), args)
}

function refusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
