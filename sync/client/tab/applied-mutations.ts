import type { EntryState, OutboxEntry, OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import type { MutationResult } from '#sync/contract/wire.ts'

const isApplied = ({ state }: Pick<OutboxEntry, 'state'>) => state.kind === 'applied'

/**
 * The store without applied mutations, which the fallback's rows, those of the server, always hold.
 * They stay in the store: the device that takes over shows them until its own rows hold them.
 */
export function hidingApplied(store: OutboxStore): OutboxStore {
  return {
    ...store,
    readAll: async () => (await store.readAll()).filter((entry) => !isApplied(entry)),
    setStates: (states) =>
      store.setStates(new Map([...states].filter(([, state]) => !isApplied({ state })))),
    async replace(ids, mutations) {
      const applied = new Set((await store.readAll()).filter(isApplied).map(({ id }) => id))
      return store.replace(
        [...ids].filter((id) => !applied.has(id)),
        mutations,
      )
    },
  }
}

/** The states of the outbox's entries that the server has applied, by mutation. */
export function appliedStates(results: readonly MutationResult[]): Map<string, EntryState> {
  return new Map(
    results.flatMap((result) => {
      if (result.status !== 'applied') return []
      const { id, txid, tables } = result
      return [[id, { kind: 'applied', txid, tables }]]
    }),
  )
}

/** @returns a function that deletes the mutations that were applied before it was last called. */
export function purgeOfApplied(store: OutboxStore): () => Promise<void> {
  let appliedBefore = new Set<string>()
  return async () => {
    const applied = new Set((await store.readAll()).filter(isApplied).map(({ id }) => id))
    await store.replace(
      [...appliedBefore].filter((id) => applied.has(id)),
      [],
    )
    appliedBefore = applied
  }
}
