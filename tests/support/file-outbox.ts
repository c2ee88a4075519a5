import { open, readFile, rename } from 'node:fs/promises'
import type {
  EntryState,
  NewMutation,
  OutboxEntry,
  OutboxStore,
} from '../../sync/client/outbox-store.ts'

/** An outbox in a file, for devices without a browser: as durable as a disk, and as all-or-none. */
export async function openFileOutbox(path: string): Promise<OutboxStore> {
  let entries: OutboxEntry[] = JSON.parse(await readFile(path, 'utf8').catch(() => '[]'))
  let seq = Math.max(0, ...entries.map((entry) => entry.seq))
  let last = Promise.resolve()

  /** One write after another; what is in memory is what is on the disk. */
  const write = (change: (entries: OutboxEntry[]) => OutboxEntry[]): Promise<void> => {
    const turn = last.then(async () => {
      const next = change(entries)
      const file = await open(`${path}.new`, 'w')
      await file.writeFile(JSON.stringify(next))
      await file.sync()
      await file.close()
      await rename(`${path}.new`, path)
      entries = next
    })
    // The next one does not fail because this one did; whoever wrote hears of it.
    last = turn.catch(() => undefined)
    return turn
  }

  const replace = async (ids: Iterable<string>, mutations: NewMutation[]) => {
    const gone = new Set(ids)
    const added = mutations.map(
      (mutation): OutboxEntry => ({ ...mutation, seq: ++seq, state: { kind: 'waiting' } }),
    )
    await write((now) => [...now.filter(({ id }) => !gone.has(id)), ...added])
    return added
  }

  return {
    async readAll() {
      await last
      return structuredClone(entries)
    },
    add: (mutations) => replace([], mutations),
    replace,
    setStates: (states: ReadonlyMap<string, EntryState>) =>
      write((now) =>
        now.map((entry) => ({ ...entry, state: states.get(entry.id) ?? entry.state })),
      ),
    close: () => last,
  }
}
