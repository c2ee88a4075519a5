import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

const START_TIMEOUT_MS = 120_000

export interface Started {
  child: ChildProcess
  /** What it printed so far. */
  output(): string
  /** Its exit code, once all it printed is here. */
  exited: Promise<number | null>
}

/** Starts the application of a checkout as `npm start` does, over a directory of 200 people. */
export function startApp(
  root: string,
  env: Record<string, string>,
  { node = process.execPath, ...as }: { node?: string } & Pick<SpawnOptions, 'uid' | 'gid'> = {},
): Started {
  const child = spawn(node, ['bin/setup.js', 'start'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: '0',
      SEED_PEOPLE: '200',
      LOG_LEVEL: 'silent',
      ...env,
    },
    ...as,
  })
  let text = ''
  const keep = (chunk: Buffer) => {
    text += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  // Not on its exit: what it printed last may still be on its way.
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, output: () => text, exited }
}

/** Waits for the address that a start prints. */
export async function address({ output, child }: Started): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const [, url] = /Ready at (\S+)/.exec(output()) ?? []
    if (url) return url
    await sleep(20)
  }
  throw new Error(`did not start: ${output()}`)
}

/** How many people the directory holds, as a subscriber of development sees it. */
export async function people(url: string): Promise<number> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
      body: JSON.stringify(body),
    })
  const credentials = { email: 'monthly@clinidex.test', password: 'clinidex' }
  const signIn = await post('/api/auth/sign-in/email', credentials)
  const [cookie = ''] = signIn.headers.getSetCookie().map((set) => set.split(';')[0] ?? '')
  const response = await post('/api/search', {}, { Cookie: cookie })
  return ((await response.json()) as { count: number }).count
}
