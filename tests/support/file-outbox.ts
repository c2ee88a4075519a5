import { open } from 'node:fs/promises'
import type { NewMutation, OutboxEntry, OutboxStore } from '#sync/client/outbox/outbox-store.ts'

/** One change of the outbox: deletions first, then insertions and replacements. */
interface Line {
  gone: string[]
  entries: OutboxEntry[]
}

/**
 * The outbox of a device that runs in Node: a journal whose every line is on the disk before it counts.
 * A line torn by a crash was never confirmed.
 */
export async function openFileOutbox(path: string): Promise<OutboxStore> {
  const file = await open(path, 'a+')
  const entries = new Map<string, OutboxEntry>()
  let seq = 0
  const text = (await file.readFile('utf8')).split('\n')
  // The text after the last line break is empty, or a torn line.
  const torn = text.pop() ?? ''
  for (const line of text) take(JSON.parse(line) as Line)
  if (torn) await file.truncate((await file.stat()).size - Buffer.byteLength(torn))

  function take(line: Line): void {
    for (const id of line.gone) entries.delete(id)
    for (const entry of line.entries) {
      entries.set(entry.id, entry)
      seq = Math.max(seq, entry.seq)
    }
  }

  let last: Promise<unknown> = Promise.resolve()
  /** Lines are written one at a time: each depends on the previous ones. */
  function write(lineOf: () => Line): Promise<Line> {
    const turn = last.then(async () => {
      const line = lineOf()
      await file.appendFile(`${JSON.stringify(line)}\n`)
      await file.datasync()
      take(line)
      return line
    })
    last = turn.catch(() => undefined)
    return turn
  }

  async function replace(ids: Iterable<string>, mutations: NewMutation[]): Promise<OutboxEntry[]> {
    const gone = [...ids]
    const line = await write(() => ({
      gone,
      entries: mutations
        .filter((_, index) => index >= gone.length || entries.has(gone[index] ?? ''))
        .map((mutation, index) => ({
          ...mutation,
          seq: entries.get(mutation.id)?.seq ?? seq + 1 + index,
          state: { kind: 'waiting' },
        })),
    }))
    return line.entries
  }

  return {
    readAll: async () => [...entries.values()].sort((a, b) => a.seq - b.seq),
    replace,
    add: (mutations) => replace([], mutations),
    async setStates(states) {
      await write(() => ({
        gone: [],
        entries: [...entries.values()].flatMap((entry) => {
          const state = states.get(entry.id)
          return state ? [{ ...entry, state }] : []
        }),
      }))
    },
    async close() {
      await last
      await file.close()
    },
  }
}
