import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import type { DeviceCalls } from './device-script.ts'

/** Longest that a device may take over one call: more is a hang. */
const CALL_MAX_MS = 60_000

type Result<M extends keyof DeviceCalls> = Awaited<ReturnType<DeviceCalls[M]>>

/** A device in a process of its own. */
export interface DeviceProcess {
  call<M extends keyof DeviceCalls>(
    method: M,
    ...args: Parameters<DeviceCalls[M]>
  ): Promise<Result<M>>
  /** Immediately, in the middle of any work. */
  kill(): Promise<void>
}

/** The files that devices start from. */
export interface DeviceKit {
  /** Folder of a PGlite that was created and never used: copying it is faster than creating one. */
  emptyDatabase: string
  /** The device bundled into one file: loading its hundred modules takes longer than most histories. */
  script: string
}

/** @param dir for the empty database. */
export async function makeDeviceKit(dir: string): Promise<DeviceKit> {
  const emptyDatabase = join(dir, 'empty')
  await (await openDeviceDatabase(emptyDatabase)).close()
  // Within the project, from where it can import PGlite.
  const outDir = fileURLToPath(new URL('../../dist/chaos', import.meta.url))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { ssr: fileURLToPath(new URL('./device-script.ts', import.meta.url)), outDir },
    ssr: { noExternal: true, external: ['@electric-sql/pglite'] },
  })
  return { emptyDatabase, script: join(outDir, 'device-script.js') }
}

/** @param databases folder of its PGlites; an earlier process's database is reused. */
export async function startDevice(
  { emptyDatabase, script }: DeviceKit,
  databases: string,
): Promise<DeviceProcess> {
  const child = fork(script, [databases, emptyDatabase], {
    // The process ends before optimizing PGlite's code would have paid off.
    execArgv: ['--liftoff-only'],
    env: { ...process.env, TZ: 'UTC' },
  })
  await readiness(child)
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  child.on(
    'message',
    ({ call, result, error }: { call: number; result?: unknown; error?: string }) => {
      const caller = waiting.get(call)
      waiting.delete(call)
      if (error === undefined) caller?.resolve(result)
      else caller?.reject(new Error(error))
    },
  )
  const abandon = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  child.once('exit', () => abandon('The device was killed.'))
  let calls = 0
  return {
    call: (method, ...args) =>
      new Promise((resolve, reject) => {
        const call = ++calls
        const timer = setTimeout(
          () => reject(new Error(`${method} hangs for ${CALL_MAX_MS / 1000} s.`)),
          CALL_MAX_MS,
        )
        waiting.set(call, {
          resolve(result) {
            clearTimeout(timer)
            resolve(result as Result<typeof method>)
          },
          reject(error) {
            clearTimeout(timer)
            reject(error)
          },
        })
        child.send({ call, method, args })
      }),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function readiness(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`The device ended with ${code}.`)))
  })
}
