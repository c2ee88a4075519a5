import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#db/open.ts'
import { closeLast } from '#tests/support/fleet.ts'
import { shapeProcess } from '#tests/support/server-part.ts'
import { runLoad } from './load.ts'
import type { Visit } from './query-mix.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

export interface TwoServersResult {
  queries: number
  perSecond: number
  /** Processor time per query in ms. */
  cpu: { servers: number; database: number; clients: number }
}

/**
 * The searches of `clients` clients, half of them at each of two processes of the app that share the
 * data folder's database and index.
 */
export async function measureTwoServers(
  dataDir: string,
  order: { visits: Visit[]; warmUp: Visit[]; clients: number; seconds: number },
): Promise<TwoServersResult> {
  const closers: (() => Promise<unknown>)[] = []
  try {
    const database = await openDatabase({ dataDir })
    closers.push(() => closeLast(database))
    const shapes = await shapeProcess(database.syncUrl, join(dataDir, 'shapes'))
    closers.push(shapes.kill)
    await shapes.start()
    const env = {
      DATABASE_URL: database.url,
      DATABASE_APP_URL: database.appUrl,
      ELECTRIC_URL: shapes.url,
      AUTH_SECRET: (await readFile(join(dataDir, 'auth.secret'), 'utf8')).trim(),
      SUPPRESSION_KEY: (await readFile(join(dataDir, 'suppression.key'), 'utf8')).trim(),
    }
    const servers: ServerProcess[] = []
    for (let i = 0; i < 2; i++) {
      const server = await startServerProcess(dataDir, { env })
      closers.push(() => server.stop('SIGTERM'))
      servers.push(server)
    }
    const load = (visits: Visit[][]) =>
      Promise.all(
        servers.map(({ searchUrl: url, cookie }, i) =>
          runLoad({
            url,
            cookie,
            visits: visits[i] ?? [],
            clients: order.clients / 2,
            seconds: order.seconds,
            facets: false,
          }),
        ),
      )
    await load([order.warmUp, order.warmUp])
    const used = () => {
      const all = servers.map((server) => server.usage())
      return {
        servers: all.reduce((sum, { serverCpuMs }) => sum + serverCpuMs, 0),
        // The database is the same.
        database: all[0]?.databaseCpuMs ?? 0,
      }
    }
    const before = used()
    const halves = [0, 1].map((half) => order.visits.filter((_, i) => i % 2 === half))
    const results = await load(halves)
    const after = used()
    const queries = results.reduce((sum, result) => sum + result.queries, 0)
    return {
      queries,
      perSecond: queries / Math.max(...results.map(({ seconds }) => seconds)),
      cpu: {
        servers: (after.servers - before.servers) / queries,
        database: (after.database - before.database) / queries,
        clients: results.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / queries,
      },
    }
  } finally {
    for (const closer of closers.reverse()) await closer()
  }
}
