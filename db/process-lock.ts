import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the work under the lock: starting a server, or stopping one. */
const HELD_MAX_MS = 30_000

/**
 * A lock file: one process at a time decides whether a server is created, started, attached to or
 * left. The lock of a dead process is void.
 * @returns releases it.
 * @throws when another process holds it for too long.
 */
export async function lock(path: string): Promise<() => Promise<void>> {
  const deadline = Date.now() + HELD_MAX_MS
  const draft = `${path}.${randomUUID()}`
  try {
    // Linked into place with its holder in it: a crash leaves no lock that nobody is known to hold.
    await writeFile(draft, identityOf(process.pid) ?? '')
    for (;;) {
      try {
        await link(draft, path)
        return () => rm(path, { force: true })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = await readFile(path, 'utf8').catch(() => undefined)
      if (holder !== undefined && isVoid(holder)) await takeAway(path)
      if (Date.now() > deadline) {
        const pid = holder?.split(' ')[0]
        throw new Error(`The database is being started by process ${pid}; it takes too long.`)
      }
      await sleep(50)
    }
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Removes a void lock. Under a lock of its own: two waiters may find it void, and the slower one would
 * remove that of the next holder.
 */
async function takeAway(path: string): Promise<void> {
  const release = await lock(`${path}.void`)
  try {
    const holder = await readFile(path, 'utf8').catch(() => undefined)
    if (holder !== undefined && isVoid(holder)) await rm(path, { force: true })
  } finally {
    await release()
  }
}

/** Whether a lock's holder died before it released it; an empty one lost its holder in a crash. */
function isVoid(holder: string): boolean {
  const pid = Number(holder.split(' ')[0])
  return !pid || identityOf(pid) !== holder
}

/**
 * A process by its id and, where the system tells, its start time: ids are reused, after a
 * container's restart the very same ones. @returns undefined when it does not run.
 */
function identityOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it may contain spaces; field 22 is the 20th after it.
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    // No such file on this system: the id must suffice.
    return String(pid)
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
