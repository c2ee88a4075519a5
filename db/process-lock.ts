import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long a process waits for the lock. Starting or stopping a server usually takes seconds; only
 * a crash recovery, which has no limit, may take longer, and the waiting process then fails.
 */
const HELD_MAX_MS = 30_000

/**
 * A lock file: one process at a time decides whether a server is created, started, attached to or
 * left. The lock of a dead process is void.
 * @returns releases the lock
 * @throws when another process holds it for too long
 */
export async function lock(path: string): Promise<() => Promise<void>> {
  const deadline = Date.now() + HELD_MAX_MS
  const draft = `${path}.${randomUUID()}`
  try {
    // The file is linked into place with its holder's identity in it: a crash leaves no lock
    // without a known holder.
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
 * Removes a void lock, under a second lock: two waiters may find it void, and the slower one would
 * remove the lock of the next holder.
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

/** Whether a lock's holder died before releasing it; an empty file lost its holder in a crash. */
function isVoid(holder: string): boolean {
  const pid = Number(holder.split(' ')[0])
  return !pid || identityOf(pid) !== holder
}

/**
 * Identifies a process by its id and, if the system provides it, its start time: ids are reused,
 * and after a container's restart the same ones recur.
 * @returns undefined when the process is not running
 */
function identityOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process's name may contain spaces, so fields are counted after it; field 22 is the 20th.
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    // The system has no such file: the id must suffice.
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
