import { MUTATIONS, mutationOf } from '#sync/contract/mutations.ts'
import type { WireMutation } from '#sync/contract/wire.ts'
import type { EntryState, NewMutation, OutboxEntry, OutboxStore } from './outbox-store.ts'

/** A copy of an outbox store in memory, which also knows which entries depend on which. */
export class Outbox {
  private constructor(
    private readonly store: OutboxStore,
    private currentEntries: readonly OutboxEntry[],
  ) {}

  static async open(store: OutboxStore): Promise<Outbox> {
    return new Outbox(store, await store.readAll())
  }

  get entries(): readonly OutboxEntry[] {
    return this.currentEntries
  }

  /** The mutations on top of the server's rows. */
  get pending(): OutboxEntry[] {
    return this.currentEntries.filter(({ state }) => state.kind !== 'rejected')
  }

  /** The first mutations to send. Dependents of a rejected mutation wait with it. */
  sendable(max: number): WireMutation[] {
    return this.currentEntries
      .filter((entry) => entry.state.kind === 'waiting' && !this.rejectedParentOf(entry))
      .slice(0, max)
      .map(({ id, name, args, created_at }) => ({ id, name, args, created_at }))
  }

  /** The rejected mutation that would have created the row which this entry changes. */
  rejectedParentOf(entry: OutboxEntry): OutboxEntry | undefined {
    const row = aboutRow(entry)
    if (row === undefined) return undefined
    return this.currentEntries.find(
      (other) =>
        other.state.kind === 'rejected' && other.seq < entry.seq && createdRow(other) === row,
    )
  }

  /** A rejected mutation and its dependents, in order. */
  withDependents(id: string): OutboxEntry[] {
    return this.currentEntries.filter(
      (entry) =>
        (entry.id === id && entry.state.kind === 'rejected') ||
        this.rejectedParentOf(entry)?.id === id,
    )
  }

  async add(mutation: NewMutation): Promise<OutboxEntry> {
    const [entry] = await this.store.add([mutation])
    if (!entry) throw new Error('The outbox did not take a mutation in.')
    const known = this.currentEntries.find(({ id }) => id === entry.id)
    if (known) return known
    this.currentEntries = [...this.currentEntries, entry]
    return entry
  }

  async replace(ids: Iterable<string>, mutations: NewMutation[]): Promise<OutboxEntry[]> {
    const gone = new Set(ids)
    const added = await this.store.replace(gone, mutations)
    this.currentEntries = [...this.currentEntries.filter(({ id }) => !gone.has(id)), ...added]
    return added
  }

  async setStates(states: ReadonlyMap<string, EntryState>): Promise<void> {
    await this.store.setStates(states)
    this.currentEntries = this.currentEntries.map((entry) => {
      const state = states.get(entry.id)
      return state ? { ...entry, state } : entry
    })
  }

  /**
   * Reads the changes that others made to the store.
   * @returns the entries that another tab added, which are sent in the store's order, and those of
   *   rejected items that another device replaced or discarded. Other entries that the store lacks stay:
   *   a store that was emptied must not delete unsent edits.
   */
  async reload(): Promise<{ added: OutboxEntry[]; gone: OutboxEntry[] }> {
    // Entries that were added or removed during the read are known already.
    const before = this.currentEntries
    const found = await this.store.readAll()
    const known = new Set([...before, ...this.currentEntries].map(({ id }) => id))
    const added = found.filter(({ id }) => !known.has(id))
    const kept = new Set(found.map(({ id }) => id))
    const gone = before.filter((entry) => !kept.has(entry.id) && this.isOfRejected(entry))
    this.currentEntries = [
      ...this.currentEntries.filter((entry) => !gone.some(({ id }) => id === entry.id)),
      ...added,
    ].sort((one, other) => one.seq - other.seq)
    return { added, gone }
  }

  private isOfRejected(entry: OutboxEntry): boolean {
    return entry.state.kind === 'rejected' || this.rejectedParentOf(entry) !== undefined
  }
}

function createdRow(entry: OutboxEntry): string | undefined {
  return isKnown(entry) ? mutationOf(entry.name).creates?.(entry.args) : undefined
}

function aboutRow(entry: OutboxEntry): string | undefined {
  return isKnown(entry) ? mutationOf(entry.name).about?.(entry.args) : undefined
}

/** The entry may be from a newer build. */
const isKnown = ({ name }: OutboxEntry) => name in MUTATIONS
