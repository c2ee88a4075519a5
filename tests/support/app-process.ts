import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { forkScript } from '#api/services/fork-script.ts'
import { freePort } from '#db/free-port.ts'

/** One of several processes of the app, which keeps its port over its restarts. */
export interface AppProcess {
  url: string
  /** Starts it, and waits until it is ready. */
  start(): Promise<void>
  /** Ends it: in order, or at once. @returns the milliseconds that it took, and its exit code. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ ms: number; code: number | null }>
}

/** @param env the settings that all processes share, and DATA_DIR of this one. */
export async function appProcess(env: Record<string, string>): Promise<AppProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  return {
    url,
    async start() {
      const started = forkScript(new URL('../bench/server-script.ts', import.meta.url), {
        env: {
          HOST: '127.0.0.1',
          LOG_LEVEL: 'silent',
          SEED_PEOPLE: '0',
          ...env,
          PORT: String(port),
        },
      })
      child = started
      for (;;) {
        if (started.exitCode !== null) throw new Error(`It ended with ${started.exitCode}.`)
        const answer = await fetch(`${url}/readyz`).catch(() => undefined)
        await answer?.body?.cancel()
        if (answer?.ok) return
        await sleep(50)
      }
    },
    async stop(signal) {
      const startedAt = performance.now()
      if (!child || child.exitCode !== null || child.signalCode !== null) return { ms: 0, code: 0 }
      const exited = once(child, 'exit')
      child.kill(signal)
      const [code] = (await exited) as [number | null]
      return { ms: performance.now() - startedAt, code }
    },
  }
}
