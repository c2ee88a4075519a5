import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_TIMEOUT_MS = 120_000

/** A process of the app. */
export interface StartedApp {
  child: ChildProcess
  /** Its output so far. */
  output(): string
  exited: Promise<number | null>
}

interface StartAs extends Pick<SpawnOptions, 'uid' | 'gid'> {
  /** The checkout; by default this one. */
  root?: string
  /** The Node executable; by default the present one. */
  node?: string
  /** The arguments; by default those of `npm start`. */
  args?: readonly string[]
}

/** The arguments of Node for a checkout that has its packages and its build. */
export const START_BUILT = [
  '--import',
  'tsx',
  '--eval',
  "import('./bin/start.ts').then(({ run }) => run())",
]

/** `npm start` with a small directory, in a process of its own. */
export function startApp(
  dataDir: string,
  env: Record<string, string> = {},
  { root = ROOT, node = process.execPath, args = ['bin/setup.js', 'start'], ...user }: StartAs = {},
): StartedApp {
  const child = spawn(node, args, {
    cwd: root,
    ...user,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      SEED_PEOPLE: '200',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      ...env,
    },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk
    })
  }
  // On 'close', not 'exit': output may still be under way at the exit.
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, output: () => text, exited }
}

/** Waits for the address that a start prints. */
export async function addressOf({ output, child }: StartedApp): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const [, url] = /Ready at (\S+)/.exec(output()) ?? []
    if (url) return url
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`did not start: ${output()}`)
}

/** The headers of a browser signed in to a development account. */
export async function signIn(url: string, email: string): Promise<Record<string, string>> {
  const headers = { 'Content-Type': 'application/json', Origin: url }
  const body = JSON.stringify({ email, password: 'clinidex' })
  const response = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
  const [cookie = ''] = response.headers.getSetCookie().map((set) => set.split(';')[0] ?? '')
  return { ...headers, Cookie: cookie }
}

/** The number of people in the directory, as a subscriber sees it. */
export async function people(url: string): Promise<number> {
  const headers = await signIn(url, 'monthly@clinidex.test')
  const response = await fetch(`${url}/api/search`, { method: 'POST', headers, body: '{}' })
  return ((await response.json()) as { count: number }).count
}

/**
 * Kills the embedded server of a data folder without a warning, as the out-of-memory killer would.
 * @returns its process id.
 */
export async function killDatabase(dataDir: string): Promise<number> {
  const pid = await databasePid(dataDir)
  process.kill(pid, 'SIGKILL')
  return pid
}

/** The process id of the embedded server of a data folder. */
export async function databasePid(dataDir: string): Promise<number> {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  return Number(pidFile.split('\n')[0])
}
