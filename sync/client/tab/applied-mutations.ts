import type { EntryState, OutboxEntry, OutboxStore } from '#sync/client/outbox/outbox-store.ts'
import { reportFault } from '#sync/client/report-fault.ts'
import type { MutationResult } from '#sync/contract/wire.ts'

/** The least time that applied mutations are kept for the device that takes over. */
const APPLIED_KEPT_MS = 60_000

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

/**
 * Deletes applied mutations from the store after the device that takes over had time to read them.
 * @returns a function that stops it.
 */
export function purgeApplied(store: OutboxStore): () => void {
  let appliedBefore = new Set<string>()
  async function purge(): Promise<void> {
    const applied = new Set((await store.readAll()).filter(isApplied).map(({ id }) => id))
    await store.replace(
      [...appliedBefore].filter((id) => applied.has(id)),
      [],
    )
    appliedBefore = applied
  }
  const timer = setInterval(() => void purge().catch(reportFault), APPLIED_KEPT_MS)
  return () => clearInterval(timer)
}
