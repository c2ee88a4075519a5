import { connect, type Sql } from './client.ts'
import { openDataDir } from './data-dir.ts'
import { openEmbedded } from './embedded.ts'
import type { OnServerEvent } from './embedded-keeper.ts'
import { migrate } from './migrate.ts'
import { roleUrl } from './roles.ts'

/** The migrated database, as each of the roles that use it. */
export interface Database {
  /** Connects as the owner, which migrates, imports and seeds. */
  sql: Sql
  url: string
  /** Serves requests, as a role with fewer rights if there is one. */
  appUrl: string
  /** Serves the shape server, as a role that reads only synced tables. */
  syncUrl: string
  /** Ends the pool and detaches from the embedded server. */
  close(): Promise<void>
}

/**
 * Opens the database and migrates it: the configured one, or the embedded one under `dataDir`.
 * @throws for the operator, when it cannot be reached
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  databaseAppUrl?: string | undefined
  databaseSyncUrl?: string | undefined
  dataDir: string
  /**
   * Called when the embedded server died, with the outcome of its restart; also for a newer
   * database, and while a migration waits.
   */
  onServerEvent?: OnServerEvent
}): Promise<Database> {
  const { onServerEvent: onEvent = toTerminal } = options
  const { url, isEmbedded, close: leave } = await openServer(options)
  const sql = connect(url, { max: 20 })
  const close = async () => {
    await sql.end({ timeout: 1 })
    await leave()
  }
  try {
    const newer = await migrate(sql, { onWait: onEvent })
    if (newer.length > 0) {
      onEvent(`The database is newer than this version: it has run ${newer.join(', ')}.`)
    }
  } catch (error) {
    await close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database at ${withoutPassword(url)} cannot be used: ${reason}`)
  }
  const appUrl = isEmbedded ? roleUrl(url, 'clinidex_app') : (options.databaseAppUrl ?? url)
  const syncUrl = isEmbedded ? roleUrl(url, 'clinidex_sync') : (options.databaseSyncUrl ?? url)
  return { sql, url, appUrl, syncUrl, close }
}

/**
 * Finds the database's server as it is, without migrating: the configured one, or the embedded one
 * under `dataDir`, which is started if it is not running.
 */
export async function openServer(options: {
  databaseUrl?: string | undefined
  dataDir: string
  onServerEvent?: OnServerEvent
}): Promise<{ url: string; isEmbedded: boolean; close(): Promise<void> }> {
  const { databaseUrl, dataDir, onServerEvent: onEvent = toTerminal } = options
  await openDataDir(dataDir)
  if (databaseUrl) return { url: databaseUrl, isEmbedded: false, close: async () => undefined }
  return { isEmbedded: true, ...(await openEmbedded(dataDir, { onEvent })) }
}

function toTerminal(text: string): void {
  process.stderr.write(`${text}\n`)
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  return shown.toString()
}
