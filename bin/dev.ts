import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const API_PORT = '3001'
/** The browser's address, from which the API builds its links. */
const PUBLIC_URL = 'http://localhost:5173'

/** `npm run dev`: the API restarts and the browser reloads when a source changes. */
export async function run(): Promise<void> {
  const api = child(
    ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'bin/dev-api.ts'],
    {
      PORT: API_PORT,
      PUBLIC_URL,
    },
  )
  const web = child(['node_modules/vite/bin/vite.js'], {
    API_URL: `http://127.0.0.1:${API_PORT}`,
  })
  const stop = () => {
    api.kill('SIGINT')
    web.kill('SIGINT')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await Promise.all([ended(api), ended(web)])
}

function child(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}

function ended(process: ChildProcess): Promise<void> {
  return new Promise((resolve) => process.on('exit', () => resolve()))
}
