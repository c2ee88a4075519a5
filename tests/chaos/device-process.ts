import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { build } from 'vite'
import type { DeviceCalls } from './device-script.ts'

/** Longest a device may take over one thing: more is a hang. */
const CALL_MAX_MS = 60_000

type Result<M extends keyof DeviceCalls> = Awaited<ReturnType<DeviceCalls[M]>>

/** A device in a process of its own. */
export interface DeviceProcess {
  call<M extends keyof DeviceCalls>(
    method: M,
    ...args: Parameters<DeviceCalls[M]>
  ): Promise<Result<M>>
  /** At once and unasked, in the middle of whatever it does. */
  kill(): Promise<void>
}

/** What devices are started from. */
export interface DeviceKit {
  /** Folder of a PGlite that was made and never used: copying it is faster than making one. */
  emptyDatabase: string
  /** The device in one file: finding the hundred it consists of takes longer than most histories. */
  script: string
}

/** @param dir for the empty database. */
export async function makeDeviceKit(dir: string): Promise<DeviceKit> {
  const emptyDatabase = join(dir, 'empty')
  await (await PGlite.create(emptyDatabase)).close()
  // Within the project, where it finds PGlite.
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

/** @param databaseDir where its PGlite lives; what an earlier process left there is taken over. */
export async function startDevice(
  { script }: DeviceKit,
  databaseDir: string,
): Promise<DeviceProcess> {
  const child = fork(script, [databaseDir], {
    // Its short life is over before PGlite that was compiled to be fast has paid for it.
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
