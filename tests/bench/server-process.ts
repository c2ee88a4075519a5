import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { forkScript } from './fork-script.ts'

/** Between two tries to get an answer out of a starting server. */
const TRY_MS = 20

/** The real server in a process of its own, so that its memory and processor time are its own. */
export interface ServerProcess {
  /** Where searches are posted to. */
  searchUrl: string
  /** From start to the first search answered. */
  firstAnswerMs: number
  usage(): ProcessUsage
  /** Ends it in order (and the database with it), or at once by SIGKILL (the database stays). */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export interface ProcessUsage {
  /** Resident memory in MB now and at its highest. */
  residentMb: number
  peakMb: number
  /** Processor time so far in ms, of the server and of its database connections. */
  serverCpuMs: number
  databaseCpuMs: number
}

/** @param nodeArgs flags for Node itself, as `--cpu-prof` */
export async function startServerProcess(
  dataDir: string,
  { nodeArgs = [], onProgress }: StartOptions = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = forkScript(new URL('./server-script.ts', import.meta.url), {
    nodeArgs,
    env: {
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      SEED_PEOPLE: '0',
    },
  })
  child.on('message', (news: { done?: number; total?: number }) => {
    if (news.done !== undefined && news.total !== undefined) onProgress?.(news.done, news.total)
  })
  const searchUrl = `http://127.0.0.1:${port}/api/search`
  await untilAnswering(searchUrl, child)
  const firstAnswerMs = performance.now() - startedAt
  const pid = child.pid ?? 0
  return {
    searchUrl,
    firstAnswerMs,
    usage: () => usageOf(pid, dataDir),
    async stop(signal) {
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}

export interface StartOptions {
  nodeArgs?: string[]
  onProgress?: (done: number, total: number) => void
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const body = JSON.stringify({ filters: { state: ['CA'] }, sortKey: 'name' })
  const headers = { 'Content-Type': 'application/json' }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return
    await sleep(TRY_MS)
  }
}

/** Clock ticks in which Linux counts processor time. */
const TICK_MS = 10

/** Read from /proc; zeros where there is none. */
function usageOf(pid: number, dataDir: string): ProcessUsage {
  const status = read(`/proc/${pid}/status`)
  const kilobytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
  const [postmaster] = read(`${dataDir}/postgres/postmaster.pid`).split('\n')
  return {
    residentMb: kilobytes('VmRSS') / 1024,
    peakMb: kilobytes('VmHWM') / 1024,
    serverCpuMs: processorTimes(String(pid)).own,
    databaseCpuMs: childrenOf(postmaster ?? '').reduce(
      (sum, child) => sum + processorTimes(child).own,
      postmaster ? processorTimes(postmaster).ended : 0,
    ),
  }
}

/** Processor time of a process, and of those of its children that have ended. */
function processorTimes(pid: string): { own: number; ended: number } {
  // The command's name, in brackets, may hold spaces; fields are counted after it.
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  const ticks = (index: number) => Number(fields[index] ?? 0) * TICK_MS
  return { own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) }
}

function childrenOf(pid: string): string[] {
  if (pid === '') return []
  return readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false
    return read(`/proc/${entry}/stat`).split(') ')[1]?.split(' ')[1] === pid
  })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
