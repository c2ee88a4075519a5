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
  let child: ChildProcess | undefined
  return {
    url,
    async start() {
      const args = ['--database-url', databaseUrl, '--dir', dir, '--port', port]
      child = spawn(process.execPath, [SETUP, 'sync-serve', ...args], { stdio: 'ignore' })
      for (;;) {
        if (child.exitCode !== null) throw new Error(`sync:serve ended with ${child.exitCode}.`)
        const answer = await fetch(`${url}/v1/health`).catch(() => undefined)
        await answer?.body?.cancel()
        if (answer?.status === 200) return
        await sleep(50)
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
