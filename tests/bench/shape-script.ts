import { pino } from 'pino'
import { z } from 'zod'
import { connect } from '#db/client.ts'
import { listenOnLoopback } from '#tests/support/loopback.ts'

/** Resource usage of the server's process so far. */
export interface ShapeUsage {
  residentMb: number
  peakMb: number
  cpuMs: number
}

export type ShapeScriptMessage = { port: number; withoutMb: number } | { usage: ShapeUsage }

// A shape server in a process of its own, so that its memory and processor time are its own.
const [databaseUrl = '', dir = ''] = process.argv.slice(2)

function usage(): ShapeUsage {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  return {
    residentMb: process.memoryUsage().rss / 2 ** 20,
    peakMb: maxRSS / 1024,
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
  }
}

// The application's parts besides it: HTTP, a database, a log, validation.
const listener = await listenOnLoopback()
const sql = connect(databaseUrl, { max: 2 })
z.array(z.unknown()).parse(await sql`select 1`)
const withoutMb = usage().residentMb
const { openShapeServer } = await import('#sync/server/shape-server/shape-server.ts')
const server = await openShapeServer({ databaseUrl, dir, log: pino({ level: 'silent' }) })
listener.setFetch((request) => server.fetch(request))
// The parent process is gone.
process.on('disconnect', () => process.exit())
process.on('message', () => process.send?.({ usage: usage() } satisfies ShapeScriptMessage))
process.send?.({ port: listener.port, withoutMb } satisfies ShapeScriptMessage)
