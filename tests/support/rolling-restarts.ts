import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchAccount, insertSubscriber } from '#tests/bench/bench-account.ts'
import type { Fleet } from './fleet.ts'
import { ListEditor } from './list-editor.ts'

const READERS = 4
const EDITORS = 2
const PAUSE_MS = 20
/** An account has a thousand lists at most. */
const EDIT_PAUSE_MS = 1_000

/** The effects of the restarts that clients noticed. */
export interface RollingResult {
  restarts: number
  requests: number
  /** The requests with an unexpected response or none. */
  failed: string[]
  /** Requests that the balancer had to send once more. */
  repeated: number
  /** Edits that were acknowledged, those that are not in the database once, and those not on a device. */
  edits: number
  lostOrDoubled: number
  notOnDevice: number
  /** Live requests that ended with 204. */
  heldEnded: number
  /** The longest stop, in milliseconds. */
  stopMaxMs: number
}

/**
 * Restarts one process after the other under load: searches, profiles and edits, and devices that hold
 * live requests open.
 */
export async function restartInTurn(
  fleet: Fleet,
  restarts: number,
  onRestart: (done: number, requests: number, failed: number) => void = () => undefined,
): Promise<RollingResult> {
  const { database, balancer, processes, dataDir } = fleet
  const failed: string[] = []
  let requests = 0
  const stopping = new AbortController()
  const accounts: BenchAccount[] = []
  for (let i = 0; i < EDITORS; i++) accounts.push(await insertSubscriber(database.sql, dataDir))
  const people = await database.sql<{ id: string }[]>`select id from candidates limit 100`
  const told = (path: string, status: number | string) => {
    requests += 1
    if (status !== 200) failed.push(`${path}: ${status}`)
  }
  const editors = accounts.map((account) => new ListEditor(balancer.url, account, told))
  // Nobody edits here, and the balancer is left out: a stop finds a live request held at its process.
  const quiet = await insertSubscriber(database.sql, dataDir)
  const held = processes.map(({ url }) => new ListEditor(url, quiet, told))
  const read = async (reader: number) => {
    for (let i = 0; !stopping.signal.aborted; i++) {
      const path =
        i % 4 === 0
          ? '/api/specialties/counts/public'
          : `/api/candidates/${people[(i * 7 + reader) % people.length]?.id}`
      // Networks of many visitors, by what the balancer in front of this one would say.
      const headers = { 'X-Forwarded-For': `10.0.${reader}.${i % 250}` }
      const answer = await fetch(balancer.url + path, { headers }).catch(String)
      if (typeof answer === 'string') told(path, answer)
      else {
        await answer.arrayBuffer().catch(() => told(path, 'cut'))
        told(path, answer.status)
      }
      await sleep(PAUSE_MS)
    }
  }
  const running = [
    ...Array.from({ length: READERS }, (_, reader) => read(reader)),
    ...editors.map((editor) => editor.edit(stopping.signal, EDIT_PAUSE_MS)),
  ]
  for (const editor of [...editors, ...held]) await editor.follow()
  let stopMaxMs = 0
  try {
    for (let i = 0; i < restarts; i++) {
      const next = processes[i % processes.length]
      if (!next) throw new Error('There is no process.')
      const { ms, code } = await next.stop('SIGTERM')
      stopMaxMs = Math.max(stopMaxMs, ms)
      if (code !== 0) failed.push(`a process ended with ${code}`)
      await next.start()
      while (!balancer.backends.every(({ isUp }) => isUp)) await sleep(20)
      onRestart(i + 1, requests, failed.length)
    }
  } finally {
    stopping.abort()
    await Promise.all(running)
  }
  const checked = await Promise.all(editors.map((editor) => editor.check(database.sql)))
  const sum = (of: readonly ListEditor[], count: (editor: ListEditor) => number) =>
    of.reduce((total, editor) => total + count(editor), 0)
  for (const editor of [...editors, ...held]) await editor.close()
  return {
    restarts,
    requests,
    failed,
    repeated: balancer.repeated,
    edits: sum(editors, ({ acknowledged }) => acknowledged.size),
    lostOrDoubled: checked.reduce((total, { lostOrDoubled }) => total + lostOrDoubled, 0),
    notOnDevice: checked.reduce((total, { notOnDevice }) => total + notOnDevice, 0),
    heldEnded: sum(held, ({ heldEnded }) => heldEnded),
    stopMaxMs,
  }
}
