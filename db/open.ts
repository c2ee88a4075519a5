import { connect, type Sql } from './client.ts'
import { openDataDir } from './data-dir.ts'
import { openEmbedded } from './embedded.ts'
import type { OnServerEvent } from './embedded-keeper.ts'
import { migrate } from './migrate.ts'
import { roleUrl } from './roles.ts'

export interface Database {
  /** As the owner, which migrates, imports and seeds. */
  sql: Sql
  url: string
  /** For answering requests: as a role of fewer rights, where there is one. */
  appUrl: string
  /** For the shape server: as a role that reads synced tables only. */
  syncUrl: string
  /** Ends the pool and detaches from the embedded server. */
  close(): Promise<void>
}

/**
 * Opens the database and migrates it: the one named, or the embedded one under `dataDir`.
 * @throws when it cannot be reached, with a message for the operator.
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  databaseAppUrl?: string | undefined
  databaseSyncUrl?: string | undefined
  dataDir: string
  /** Called when the embedded server died, and with the outcome of its restart. */
  onServerEvent?: OnServerEvent
}): Promise<Database> {
  const { dataDir, onServerEvent: onEvent = toTerminal } = options
  await openDataDir(dataDir)
  const server = options.databaseUrl ? undefined : await openEmbedded(dataDir, { onEvent })
  const url = server?.url ?? options.databaseUrl ?? ''
  const sql = connect(url, { max: 20 })
  const close = async () => {
    await sql.end({ timeout: 1 })
    await server?.close()
  }
  try {
    await migrate(sql)
  } catch (error) {
    await close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database at ${withoutPassword(url)} cannot be used: ${reason}`)
  }
  const appUrl = server ? roleUrl(url, 'clinidex_app') : (options.databaseAppUrl ?? url)
  const syncUrl = server ? roleUrl(url, 'clinidex_sync') : (options.databaseSyncUrl ?? url)
  return { sql, url, appUrl, syncUrl, close }
}

function toTerminal(text: string): void {
  process.stderr.write(`${text}\n`)
}

function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  return shown.toString()
}
