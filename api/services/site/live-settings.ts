/**
 * The site settings in this process's memory, so that public pages need no database. A save reaches
 * every process by NOTIFY; a check every few seconds catches up if a notification was lost or a
 * connection failed silently.
 */
import type { Logger } from 'pino'
import type { SiteValues } from '#api/contract/site.ts'
import type { Sql } from '#db/client.ts'

/** Together with the time of the check itself, a setting applies everywhere within 5 s. */
export const SITE_POLL_MS = 3000

/** The site's settings; a change by another process applies here within 5 s. */
export interface LiveSettings {
  /** The current settings. */
  values(): SiteValues
  /**
   * Resolves when `values` has everything that was committed before the call.
   * @throws when the database is unavailable
   */
  refresh(): Promise<void>
  close(): Promise<void>
}

/**
 * Reads the settings and begins to follow them.
 * @throws when the database is unavailable
 */
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
  // Reads run one at a time: an older result never replaces a newer one.
  const refresh = () => {
    last = last.then(read, read)
    return last
  }
  const follow = () => {
    refresh().catch((err: unknown) => {
      // The database is unavailable: the last settings apply until it is back.
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
