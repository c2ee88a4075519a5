import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { forkScript } from '../bench/fork-script.ts'
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

/** @param databaseDir where its PGlite lives; what an earlier process left there is taken over. */
export async function startDevice(databaseDir: string): Promise<DeviceProcess> {
  const child = forkScript(new URL('./device-script.ts', import.meta.url), {
    args: [databaseDir],
    // Its short life is over before PGlite that was compiled to be fast has paid for it.
    nodeArgs: ['--liftoff-only'],
    env: { TZ: 'UTC' },
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
