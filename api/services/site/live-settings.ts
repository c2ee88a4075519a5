/**
 * The site settings in this process's memory, so that public pages need no database. A save reaches
 * every process by NOTIFY; a check every few seconds catches up where a notice was lost or a
 * connection died silently.
 */
import type { Logger } from 'pino'
import type { SiteValues } from '#api/contract/site.ts'
import type { Sql } from '#db/client.ts'

/** With the time of the check itself, a setting holds everywhere within 5 s. */
export const SITE_POLL_MS = 3000

/** The site's settings; one that another process saves holds here within 5 s. */
export interface LiveSettings {
  /** The current settings. */
  values(): SiteValues
  /**
   * Resolves when `values` has all that was committed before the call. @throws when the database is
   * away.
   */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** Reads the settings and begins to follow them. @throws when the database is away. */
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
  // One at a time: an older answer never replaces a newer one.
  const refresh = () => {
    last = last.then(read, read)
    return last
  }
  const follow = () => {
    refresh().catch((err: unknown) => {
      // The database is away: the last settings stand until it is back.
      if (!isClosed) log.error({ err }, 'Site settings could not be read')
    })
  }

  const { unlisten } = await sql.listen('site_settings', follow)
  await refresh()
  const timer = setInterval(follow, SITE_POLL_MS)
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
