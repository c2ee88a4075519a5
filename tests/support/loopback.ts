import { serve } from '@hono/node-server'

type Fetch = Parameters<typeof serve>[0]['fetch']

/** A server on a free port of this machine; its handler is set later, when the address is known. */
export async function listenOnLoopback(): Promise<{
  port: number
  setFetch(fetch: Fetch): void
  close(): Promise<void>
}> {
  let current: Fetch = () => new Response(null, { status: 503 })
  return new Promise((resolve) => {
    const server = serve(
      {
        fetch: (...args) => current(...args),
        port: 0,
        hostname: '127.0.0.1',
        // On a busy machine a client may be slow to reuse its connection.
        serverOptions: { keepAliveTimeout: 65_000 },
      },
      ({ port }) =>
        resolve({
          port,
          setFetch(fetch) {
            current = fetch
          },
          close: () =>
            new Promise((done) => {
              server.close(() => done())
              if ('closeAllConnections' in server) server.closeAllConnections()
            }),
        }),
    )
  })
}
