import { MUTATIONS, mutationOf } from '#sync/contract/mutations.ts'
import type { WireMutation } from '#sync/contract/wire.ts'
import type { EntryState, NewMutation, OutboxEntry, OutboxStore } from './outbox-store.ts'

/** The outbox in memory, always what the store holds; and how its entries hang together. */
export class Outbox {
  readonly #store: OutboxStore
  #entries: readonly OutboxEntry[]

  private constructor(store: OutboxStore, entries: OutboxEntry[]) {
    this.#store = store
    this.#entries = entries
  }

  static async open(store: OutboxStore): Promise<Outbox> {
    return new Outbox(store, await store.readAll())
  }

  get entries(): readonly OutboxEntry[] {
    return this.#entries
  }

  /** What stands on top of the server's rows. */
  get pending(): OutboxEntry[] {
    return this.#entries.filter(({ state }) => state.kind !== 'rejected')
  }

  /** The first ones to send. What hangs on a rejected one waits with it. */
  sendable(max: number): WireMutation[] {
    return this.#entries
      .filter((entry) => entry.state.kind === 'waiting' && !this.rejectedParentOf(entry))
      .slice(0, max)
      .map(({ id, name, args, created_at }) => ({ id, name, args, created_at }))
  }

  /** The rejected mutation that was to make the row this one is about. */
  rejectedParentOf(entry: OutboxEntry): OutboxEntry | undefined {
    const row = aboutRow(entry)
    if (row === undefined) return undefined
    return this.#entries.find(
      (other) =>
        other.state.kind === 'rejected' && other.seq < entry.seq && createdRow(other) === row,
    )
  }

  /** A rejected mutation with those that hang on it, in order. */
  itemOf(id: string): OutboxEntry[] {
    return this.#entries.filter(
      (entry) =>
        (entry.id === id && entry.state.kind === 'rejected') ||
        this.rejectedParentOf(entry)?.id === id,
    )
  }

  async add(mutation: NewMutation): Promise<OutboxEntry> {
    const [entry] = await this.#store.add([mutation])
    if (!entry) throw new Error('The outbox did not take a mutation in.')
    const known = this.#entries.find(({ id }) => id === entry.id)
    if (known) return known
    this.#entries = [...this.#entries, entry]
    return entry
  }

  async replace(ids: Iterable<string>, mutations: NewMutation[]): Promise<OutboxEntry[]> {
    const gone = new Set(ids)
    const added = await this.#store.replace(gone, mutations)
    this.#entries = [...this.#entries.filter(({ id }) => !gone.has(id)), ...added]
    return added
  }

  async setStates(states: ReadonlyMap<string, EntryState>): Promise<void> {
    await this.#store.setStates(states)
    this.#entries = this.#entries.map((entry) => {
      const state = states.get(entry.id)
      return state ? { ...entry, state } : entry
    })
  }

  /** Looks for entries that somebody else put into the store. */
  async readNew(): Promise<OutboxEntry[]> {
    // Before and after: what leaves or comes while the store is read is known already.
    const before = this.#entries
    const found = await this.#store.readAll()
    const known = new Set([...before, ...this.#entries].map(({ id }) => id))
    const added = found.filter(({ id }) => !known.has(id))
    this.#entries = [...this.#entries, ...added]
    return added
  }
}

function createdRow(entry: OutboxEntry): string | undefined {
  return isKnown(entry) ? mutationOf(entry.name).creates?.(entry.args) : undefined
}

function aboutRow(entry: OutboxEntry): string | undefined {
  return isKnown(entry) ? mutationOf(entry.name).about?.(entry.args) : undefined
}

/** The outbox may come from a newer build. */
const isKnown = ({ name }: OutboxEntry) => name in MUTATIONS
