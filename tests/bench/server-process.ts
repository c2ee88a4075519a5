import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { forkScript } from '#api/services/fork-script.ts'
import { install } from '#db/embedded-installation.ts'
import { freePort } from '#db/free-port.ts'
import { databaseProcesses, type ProcessUsage, usageOf } from './process-usage.ts'
import type { PartShares } from './processor-parts.ts'
import type { ServerMessage, ServerOrder } from './server-script.ts'

/** Delay between attempts to get an answer from a starting server: below the search's limit of a minute. */
const TRY_MS = 60
/** Timeout of an attempt. */
const TRY_TIMEOUT_MS = 10_000

/** Node's flags of `npm start`. */
const { scripts }: { scripts: { start: string } } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)
const START_FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** A development account that may search. */
const SUBSCRIBER = { email: 'monthly@clinidex.test', password: 'clinidex' }

/** A garbage collection: its start (ms since 1970) and how long it blocked the thread. */
export interface Collection {
  at: number
  ms: number
}

/** The real server in a process of its own, so that its memory and processor time are its own. */
export interface ServerProcess {
  /** The search's address, and the session cookie for it. */
  searchUrl: string
  cookie: string
  /** The time from start to the response to the first search. */
  firstAnswerMs: number
  usage(): ProcessUsage
  /** Ids of the server's process and of its database's. */
  processes(): { server: number; database: number[] }
  /** Its garbage collections so far. */
  collections: readonly Collection[]
  /** Signs in again, for a cookie of this process. */
  signIn(): Promise<void>
  /** Begins a profile of its main thread. */
  profile(): Promise<void>
  /** Ends the profile. @returns the share of each part of a search */
  partShares(): Promise<PartShares>
  /** Replaces its engine by one that finds no one, at no cost. */
  stubEngine(): Promise<void>
  /** Stops it in order (and the database with it), or at once by SIGKILL (the database stays). */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export async function startServerProcess(
  dataDir: string,
  { cookie: known, nodeArgs = [], env = {}, onProgress }: StartOptions = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = forkScript(new URL('./server-script.ts', import.meta.url), {
    nodeArgs: [...START_FLAGS, ...nodeArgs],
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      TYPESENSE_URL: '',
      TYPESENSE_API_KEY: '',
      DEV_PASSWORD: SUBSCRIBER.password,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      SEED_PEOPLE: '0',
      ...env,
    },
  })
  const collections: Collection[] = []
  child.on('message', (message: ServerMessage) => {
    if ('total' in message) onProgress?.(message.done, message.total)
    if ('collected' in message) collections.push(...message.collected)
  })
  const url = `http://127.0.0.1:${port}`
  const searchUrl = `${url}/api/search`
  let cookie = known ?? (await signIn(url, child))
  await untilAnswering(searchUrl, cookie, child)
  const firstAnswerMs = performance.now() - startedAt
  // As root, the database runs for another user, who may not reach the data folder.
  const { data: cluster } = await install(dataDir)
  const pid = child.pid ?? 0
  const order = (wanted: ServerOrder) =>
    new Promise<PartShares | undefined>((resolve, reject) => {
      const take = (message: ServerMessage) => {
        if (!('obeyed' in message) || message.obeyed !== wanted) return
        child.off('message', take)
        resolve(message.shares)
      }
      child.on('message', take)
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
      child.send(wanted)
    })
  return {
    searchUrl,
    get cookie() {
      return cookie
    },
    async signIn() {
      cookie = await signIn(url, child)
    },
    firstAnswerMs,
    usage: () => usageOf(pid, cluster),
    processes: () => ({ server: pid, database: databaseProcesses(cluster) }),
    collections,
    async profile() {
      await order('profile')
    },
    async partShares() {
      const shares = await order('shares')
      if (!shares) throw new Error('The server has no profile.')
      return shares
    },
    async stubEngine() {
      await order('stub')
    },
    async stop(signal) {
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}

export interface StartOptions {
  /**
   * The cookie of an earlier start on the same data folder; without it the process signs in first.
   */
  cookie?: string
  /** Flags for Node, such as `--cpu-prof`. */
  nodeArgs?: string[]
  /** Further settings. */
  env?: Record<string, string>
  onProgress?: (done: number, total: number) => void
}

/** @returns the cookie of a new session */
async function signIn(url: string, child: ChildProcess): Promise<string> {
  const answer = await untilOk(`${url}/api/auth/sign-in/email`, SUBSCRIBER, { origin: url }, child)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function untilAnswering(url: string, cookie: string, child: ChildProcess): Promise<void> {
  const answer = await untilOk(
    url,
    { filters: { state: ['CA'] }, sortKey: 'name' },
    { cookie },
    child,
  )
  await answer.arrayBuffer()
}

async function untilOk(
  url: string,
  body: object,
  headers: Record<string, string>,
  child: ChildProcess,
): Promise<Response> {
  const request = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    const signal = AbortSignal.timeout(TRY_TIMEOUT_MS)
    const response = await fetch(url, { ...request, signal }).catch(() => undefined)
    if (response?.ok) return response
    const text = await response?.text().catch(() => '')
    // 503: the server is still starting; 403: the account's plan is not there yet.
    if (response && response.status !== 503 && response.status !== 403) {
      throw new Error(`${url} answered ${response.status}: ${text}`)
    }
    await sleep(TRY_MS)
  }
}
