import { pino } from 'pino'
import { openShapeServer } from '#sync/server/shape-server/shape-server.ts'
import { listenOnLoopback } from '#tests/support/loopback.ts'

// A shape server in a process of its own, for tests that kill it: reports its port once it answers.
const [databaseUrl = '', dir = ''] = process.argv.slice(2)
const server = await openShapeServer({
  databaseUrl,
  dir,
  log: pino({ level: process.env.SHAPE_LOG ?? 'silent' }),
})
const listener = await listenOnLoopback()
listener.setFetch((request) => server.fetch(request))
// The parent process is gone.
process.on('disconnect', () => process.exit())
process.send?.(listener.port)
