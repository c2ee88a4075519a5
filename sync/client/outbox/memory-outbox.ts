import type { NewMutation, OutboxEntry, OutboxStore } from './outbox-store.ts'

/**
 * Keeps the outbox in memory, for browsers without storage: the entries are lost when the tab closes.
 */
export function openMemoryOutbox(): OutboxStore {
  let entries: OutboxEntry[] = []
  let seq = 0

  async function replace(ids: Iterable<string>, mutations: NewMutation[]): Promise<OutboxEntry[]> {
    const gone = [...ids]
    const present = new Set(entries.map(({ id }) => id))
    entries = entries.filter(({ id }) => !gone.includes(id))
    const added = mutations.filter(
      (_, index) => index >= gone.length || present.has(gone[index] ?? ''),
    )
    return added.map((mutation) => {
      const known = entries.find(({ id }) => id === mutation.id)
      if (known) return known
      seq += 1
      const entry: OutboxEntry = { ...mutation, seq, state: { kind: 'waiting' } }
      entries = [...entries, entry]
      return entry
    })
  }

  return {
    readAll: async () => entries,
    replace,
    add: (mutations) => replace([], mutations),
    async setStates(states) {
      entries = entries.map((entry) => ({ ...entry, state: states.get(entry.id) ?? entry.state }))
    },
    close: async () => undefined,
  }
}
