import { pino } from 'pino'
import { openShapeServer } from '#sync/server/shape-server/shape-server.ts'
import { listenOnLoopback } from '#tests/support/loopback.ts'

// A shape server in a process of its own, for tests that kill it: tells its port when it answers.
const [databaseUrl = '', dir = ''] = process.argv.slice(2)
const server = await openShapeServer({
  databaseUrl,
  dir,
  log: pino({ level: process.env.SHAPE_LOG ?? 'silent' }),
})
const listener = await listenOnLoopback()
listener.setFetch((request) => server.fetch(request))
// Nobody is left to end it.
process.on('disconnect', () => process.exit())
process.send?.(listener.port)
