import { Session } from 'node:inspector/promises'
import { PerformanceObserver } from 'node:perf_hooks'
import { readEnv } from '#api/env.ts'
import { startServer } from '#api/server.ts'
import { EmbeddedEngine } from '#api/services/search/embedded/embedded-engine.ts'
import { type PartShares, partShares } from './processor-parts.ts'
import type { Collection } from './server-process.ts'

export type ServerMessage =
  | { done: number; total: number }
  | { collected: Collection[] }
  | { obeyed: ServerOrder; shares?: PartShares }

/** Begins and ends a profile of the processor; leaves the engine out of searches that follow. */
export type ServerOrder = 'profile' | 'shares' | 'stub'

const report = (message: ServerMessage) => process.send?.(message)

new PerformanceObserver((list) => {
  const toCollection = ({ startTime, duration }: { startTime: number; duration: number }) => ({
    at: performance.timeOrigin + startTime,
    ms: duration,
  })
  report({ collected: list.getEntries().map(toCollection) })
}).observe({ entryTypes: ['gc'] })

const server = await startServer(readEnv(process.env), {
  onStep: () => undefined,
  onProgress: (done, total) => report({ done, total }),
})

const session = new Session()
session.connect()

async function obey(order: ServerOrder): Promise<{ shares?: PartShares }> {
  if (order === 'profile') {
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
    return {}
  }
  if (order === 'shares') {
    return { shares: partShares((await session.post('Profiler.stop')).profile) }
  }
  EmbeddedEngine.prototype.search = async () => ({ ordinals: [], count: 0 })
  return {}
}

process.on('message', (order: ServerOrder) => {
  obey(order).then(
    (result) => report({ obeyed: order, ...result }),
    (error: unknown) => {
      throw error
    },
  )
})

process.once('SIGTERM', () => {
  server.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
// The measuring process is gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
