import { PerformanceObserver } from 'node:perf_hooks'
import { readEnv } from '#api/env.ts'
import { startServer } from '#api/server.ts'
import type { Collection } from './server-process.ts'

export type ServerNews = { done: number; total: number } | { collected: Collection[] }

const tell = (news: ServerNews) => process.send?.(news)

new PerformanceObserver((list) => {
  const toCollection = ({ startTime, duration }: { startTime: number; duration: number }) => ({
    at: performance.timeOrigin + startTime,
    ms: duration,
  })
  tell({ collected: list.getEntries().map(toCollection) })
}).observe({ entryTypes: ['gc'] })

const server = await startServer(readEnv(process.env), {
  onStep: () => undefined,
  onProgress: (done, total) => tell({ done, total }),
})

process.once('SIGTERM', () => {
  server.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
// Whoever measures is gone: nobody needs this server.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
