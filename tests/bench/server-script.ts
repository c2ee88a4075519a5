import { PerformanceObserver } from 'node:perf_hooks'
import { readEnv } from '#api/env.ts'
import { startServer } from '#api/server.ts'
import type { Collection } from './server-process.ts'

export type ServerMessage = { done: number; total: number } | { collected: Collection[] }

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

process.once('SIGTERM', () => {
  server.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
// The measuring process is gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
