import { AppError, type WireError } from '../contract/errors.ts'
import { SHAPE_NAMES, type ShapeName } from '../contract/shapes.ts'
import {
  CONTRACT_VERSION,
  type MutationResult,
  PUSH_MAX,
  type PushRequest,
  type PushResponse,
  type QueryRequest,
} from '../contract/wire.ts'
import { checkMutation } from './check-mutation.ts'
import type { Device, PendingMutation } from './device.ts'
import { serveDevice } from './device-calls.ts'
import { openMemoryOutbox } from './memory-outbox.ts'
import { openUserOutbox } from './open-user-outbox.ts'
import type { OutboxEntry, OutboxStore } from './outbox-store.ts'
import type { SyncStatus } from './status.ts'
import { deviceName } from './user-folder.ts'

/** How often what is on screen is asked for again, and what waits is sent again. */
const REFRESH_MS = 5_000

/** How long an edit waits for the server. */
const PATIENCE_MS = 1_000

/** Runs a device without a database: it reads from the server. @returns what ends it. */
export async function runServerDevice(userId: string): Promise<() => void> {
  const kept = await openUserOutbox(userId).catch(() => null)
  const device = new ServerDevice(userId, kept ?? openMemoryOutbox(), kept !== null)
  const served = serveDevice(deviceName(userId), device)
  await device.adopt()
  return () => {
    served.end()
    void device.close()
  }
}

/**
 * A device for browsers where PGlite cannot run. Edits take the same way, through the outbox; reads
 * are the same queries, answered by the server.
 */
class ServerDevice implements Device {
  readonly #timer = setInterval(() => void this.#refresh(), REFRESH_MS)
  readonly #tables = new Set<(tables: ReadonlySet<ShapeName>) => void>()
  readonly #statuses = new Set<(status: SyncStatus) => void>()
  #status: SyncStatus = {
    state: 'starting',
    // What the server answers is all there is.
    isComplete: true,
    pending: 0,
    rejected: 0,
    need: null,
  }
  #pushing: Promise<void> | undefined

  constructor(
    readonly userId: string,
    readonly outbox: OutboxStore,
    /** Whether the outbox is there again after a restart. */
    readonly isKept: boolean,
  ) {}

  mutate: Device['mutate'] = async (name, args, id = crypto.randomUUID()) => {
    const checked = checkMutation(name, args)
    const mutation = { id, name, created_at: new Date().toISOString() }
    await this.outbox.add([{ ...mutation, args: checked.args }])
    if (!this.isKept) return this.#mutateNow(id)
    // Rows that are read again should show it; but nobody waits for a slow network.
    await Promise.race([this.adopt(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    return { id }
  }

  /**
   * Waits for the server: an edit that is nowhere else is not called done.
   * @throws AppError what it is refused with, or `sync_unavailable`; nothing was kept then.
   */
  async #mutateNow(id: string): Promise<{ id: string }> {
    await this.adopt()
    const state = (await this.outbox.readAll()).find((entry) => entry.id === id)?.state
    if (!state) return { id }
    await this.discard(id)
    if (state.kind === 'rejected') throw new AppError(state.code, state.message)
    throw new AppError('sync_unavailable', 'There is no connection, and nothing can be kept here.')
  }

  query: Device['query'] = async (name, args) => {
    const body = { version: CONTRACT_VERSION, user_id: this.userId, args } satisfies QueryRequest
    const { rows } = (await this.#post(`/api/queries/${name}`, body)) as { rows: never[] }
    this.#setStatus({ state: 'live' })
    return rows.map(withTimes) as never[]
  }

  /** Sends what waits, once more if something came meanwhile. */
  async adopt(): Promise<void> {
    await this.#pushing
    this.#pushing ??= this.#push().finally(() => {
      this.#pushing = undefined
    })
    await this.#pushing
  }

  async #push(): Promise<void> {
    for (;;) {
      const waiting = (await this.#count()).filter(({ state }) => state.kind === 'waiting')
      if (waiting.length === 0) return
      try {
        await this.#pushBatch(waiting.slice(0, PUSH_MAX))
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        const need = needOf(fault)
        this.#setStatus(need ? { need } : { state: 'offline' })
        return
      }
    }
  }

  async #pushBatch(batch: OutboxEntry[]): Promise<void> {
    const request: PushRequest = {
      version: CONTRACT_VERSION,
      user_id: this.userId,
      mutations: batch.map(({ id, name, args, created_at }) => ({ id, name, args, created_at })),
    }
    const { results } = (await this.#post('/api/mutations', request)) as PushResponse
    const rejected = results.filter((result) => result.status === 'rejected')
    const applied = results.filter((result) => result.status === 'applied')
    await this.outbox.setStates(new Map(rejected.map(rejectedState)))
    // There are no rows here to wait for.
    await this.outbox.replace(
      applied.map(({ id }) => id),
      [],
    )
    await this.#count()
    this.#tell(new Set(applied.flatMap(({ tables }) => tables)))
  }

  onTables: Device['onTables'] = (listener) => {
    this.#tables.add(listener)
    return () => void this.#tables.delete(listener)
  }

  onStatus: Device['onStatus'] = (listener) => {
    this.#statuses.add(listener)
    return () => void this.#statuses.delete(listener)
  }

  status = () => this.#status

  async pending(): Promise<PendingMutation[]> {
    return (await this.#count()).map((entry) => ({ ...entry, canCopy: false }))
  }

  async retry(id: string): Promise<void> {
    const entry = (await this.outbox.readAll()).find((each) => each.id === id)
    if (!entry) return
    const { name, args, created_at } = entry
    await this.outbox.replace([id], [{ id: crypto.randomUUID(), name, args, created_at }])
    await this.adopt()
  }

  async discard(id: string): Promise<void> {
    await this.outbox.replace([id], [])
    await this.#count()
  }

  async saveCopy(): Promise<void> {
    throw new AppError('invalid_input', 'There is nothing to copy here.')
  }

  flush = () => void this.#refresh()

  resume(): void {
    this.#setStatus({ need: null })
    this.flush()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.outbox.close()
  }

  async #refresh(): Promise<void> {
    if (this.#status.need) return
    await this.adopt()
    this.#tell(new Set(SHAPE_NAMES))
  }

  /** All entries, counted. */
  async #count(): Promise<OutboxEntry[]> {
    const entries = await this.outbox.readAll()
    const rejected = entries.filter(({ state }) => state.kind === 'rejected').length
    this.#setStatus({ pending: entries.length - rejected, rejected })
    return entries
  }

  #tell(tables: ReadonlySet<ShapeName>): void {
    for (const listener of this.#tables) listener(tables)
  }

  #setStatus(change: Partial<SyncStatus>): void {
    this.#status = { ...this.#status, ...change }
    for (const listener of this.#statuses) listener(this.#status)
  }

  /** @throws AppError what the server says; `sync_unavailable` where it says nothing. */
  async #post(path: string, body: unknown): Promise<unknown> {
    const request = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(path, request).catch((cause: unknown) => {
      throw new AppError('sync_unavailable', 'There is no connection.', { cause })
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return answer
    const { error } = (answer ?? {}) as Partial<WireError>
    throw new AppError(error?.code ?? 'sync_unavailable', error?.message ?? 'No answer.')
  }
}

function rejectedState(result: MutationResult & { status: 'rejected' }) {
  const { id, code, message, data } = result
  return [id, { kind: 'rejected', code, message, data }] as const
}

function needOf({ code }: AppError): SyncStatus['need'] {
  if (code === 'client_too_old') return 'update'
  return code === 'authentication_required' || code === 'other_user' ? 'sign_in' : null
}

/** Columns that end in `_at` are times: JSON has them as text. */
function withTimes(row: Record<string, unknown>): Record<string, unknown> {
  const isTime = ([column, value]: [string, unknown]) =>
    column.endsWith('_at') && typeof value === 'string'
  return Object.fromEntries(
    Object.entries(row).map((entry) =>
      isTime(entry) ? [entry[0], new Date(String(entry[1]))] : entry,
    ),
  )
}
