/**
 * The site's settings as this process shows them: in memory, so that a public page asks no database.
 * A save reaches every process by PostgreSQL's notice; what a lost notice or a connection that died
 * without a word kept from it, a look every few seconds brings.
 */
import type { Logger } from 'pino'
import type { Sql } from '#db/client.ts'
import type { SiteValues } from '#sync/contract/site.ts'

/** With the time a look takes, a setting holds everywhere within 5 s. */
const LOOK_MS = 3000

export interface LiveSettings {
  /** What is set now. */
  values(): SiteValues
  /** Resolves when `values` has what was committed before the call. @throws when the database is away. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Reads the settings and begins to follow them. @throws when the database does not answer. */
export async function openLiveSettings({
  sql,
  log,
}: {
  sql: Sql
  log: Logger
}): Promise<LiveSettings> {
  let values: SiteValues = {}
  let last: Promise<void> = Promise.resolve()
  let isClosed = false

  const read = async () => {
    const rows = await sql<{ key: string; value: string }[]>`select key, value from site_settings`
    values = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  }
  // One after the other: an older answer never takes the place of a newer one.
  const refresh = () => {
    last = last.then(read, read)
    return last
  }
  const follow = () => {
    refresh().catch((err: unknown) => {
      // The database is away; what was read before holds until it is back.
      if (!isClosed) log.error({ err }, 'Site settings could not be read')
    })
  }

  const { unlisten } = await sql.listen('site_settings', follow)
  await refresh()
  const timer = setInterval(follow, LOOK_MS)
  timer.unref()
  return {
    values: () => values,
    refresh,
    async close() {
      isClosed = true
      clearInterval(timer)
      await unlisten()
    },
  }
}
