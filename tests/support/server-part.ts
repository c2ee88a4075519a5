import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#db/free-port.ts'

const SETUP = fileURLToPath(new URL('../../bin/setup.js', import.meta.url))

/** A part of several processes that can be killed and started again. */
export interface Part {
  start(): Promise<void>
  kill(): Promise<void>
}

/** `sync:serve`, on a port that stays over its restarts. */
export async function shapeProcess(
  databaseUrl: string,
  dir: string,
): Promise<Part & { url: string }> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const args = ['--database-url', databaseUrl, '--dir', dir, '--port', port]
  const run = () => spawn(process.execPath, [SETUP, 'sync-serve', ...args], { stdio: 'ignore' })
  return { url, ...serverPart('sync:serve', run, `${url}/v1/health`) }
}

/**
 * A server that a shell command starts, and that replaces the shell.
 * @param env settings of the command, besides those of this process
 */
export function commandPart(command: string, env: Record<string, string>, healthUrl: string): Part {
  const options = { shell: true, stdio: 'ignore', env: { ...process.env, ...env } } as const
  return serverPart(command, () => spawn(`exec ${command}`, options), healthUrl)
}

/** A server that has started once its health answers with 200. */
function serverPart(name: string, run: () => ChildProcess, healthUrl: string): Part {
  let child: ChildProcess | undefined
  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null
  return {
    async start() {
      child = run()
      for (;;) {
        if (hasEnded()) throw new Error(`${name} ended with ${child.exitCode}.`)
        const answer = await fetch(healthUrl).catch(() => undefined)
        await answer?.body?.cancel()
        if (answer?.status === 200) return
        await sleep(50)
      }
    },
    async kill() {
      if (!child || hasEnded()) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
