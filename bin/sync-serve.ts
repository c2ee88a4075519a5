import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import { createLog } from '#api/log.ts'
import { guard, isLoopback } from '#sync/server/shape-server/network-guard.ts'
import { CHUNK_BYTES } from '#sync/server/shape-server/protocol.ts'
import { openShapeServer, type ShapeServer } from '#sync/server/shape-server/shape-server.ts'
import { command } from './command.ts'

const USAGE = `npm run sync:serve -- --database-url postgres://… [--port 3001] [--dir FOLDER]
    [--host 127.0.0.1] [--secret TEXT] [--chunk-bytes 10485760]

Serves shapes of any table of a PostgreSQL database through Electric's HTTP API, at /v1/shape. The database
needs wal_level=logical, and the role the right to replicate and to change the served tables.
--dir is the folder of the shapes' logs, by default DATA_DIR/sync-serve. With --secret each request needs
?secret=; without it only requests of this machine are served. --chunk-bytes is the size at which responses are cut.`

/**
 * The timeout is longer than clients and proxies keep an idle connection, or the server might close
 * it just as they use it.
 */
const KEEP_ALIVE_MS = 65_000

/** `npm run sync:serve` runs the embedded shape server in its own process. */
export const run = command(serveShapes)

async function serveShapes(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      'database-url': { type: 'string' },
      port: { type: 'string', default: '3001' },
      dir: { type: 'string', default: join(process.env.DATA_DIR || '.data', 'sync-serve') },
      host: { type: 'string', default: '127.0.0.1' },
      secret: { type: 'string' },
      'chunk-bytes': { type: 'string', default: String(CHUNK_BYTES) },
    },
  })
  const { 'database-url': databaseUrl, host, secret } = values
  const port = Number(values.port)
  const chunkBytes = Number(values['chunk-bytes'])
  const isRight = /^\d{1,5}$/.test(values.port) && /^[1-9]\d{0,9}$/.test(values['chunk-bytes'])
  if (!databaseUrl || !isRight) throw new Error(USAGE)
  if (!isLoopback(host) && !secret) {
    throw new Error(`On ${host} others reach the database through it: --secret is needed.`)
  }
  let shapes: ShapeServer | undefined
  const answer = guard(
    async (request) => (await shapes?.fetch(request)) ?? new Response(null, { status: 503 }),
    secret,
  )
  const listening = await listen({ port, host, fetch: answer })
  try {
    shapes = await openShapeServer({
      databaseUrl,
      dir: resolve(values.dir),
      log: createLog('warn'),
      chunkBytes,
      isDeleteAllowed: secret !== undefined || isLoopback(host),
    })
  } catch (error) {
    await listening.close()
    throw error
  }
  const end = async () => {
    await shapes?.close()
    await listening.close()
  }
  // The handlers are set before the server reports that it is ready: the reader of that line may
  // stop it at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
  if (shapes.state === 'waiting') {
    console.log(
      'Another process serves the shapes of this database. This one takes over when it ends.',
    )
  }
  console.log(`Shapes are served at http://${host}:${listening.port}/v1/shape. Ctrl-C ends.`)
}

/** Binds the port first, so that a port in use is noticed before the database is changed. */
function listen(options: {
  port: number
  host: string
  fetch: (request: Request) => Promise<Response>
}): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const { port, host: hostname, fetch } = options
    const serverOptions = { keepAliveTimeout: KEEP_ALIVE_MS }
    const server = serve({ fetch, port, hostname, serverOptions }, (info) =>
      resolve({
        port: info.port,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      }),
    )
    server.on('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? new Error(`Port ${port} is taken. Name another one with --port.`) : error)
    })
  })
}
