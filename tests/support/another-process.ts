import { vi } from 'vitest'
import { openRevocations, type Revocations } from '#api/services/auth/revocations.ts'
import { openSessionMemory } from '#api/services/auth/session-memory.ts'
import { type LiveSettings, openLiveSettings } from '#api/services/site/live-settings.ts'
import { connect } from '#db/client.ts'
import { connectionUrl } from '#db/connection-url.ts'
import type { TestApp } from './app.ts'

/**
 * The application as a second process has it: its own modules (with their state), pool and listener,
 * over the same database.
 */
export async function anotherProcess(app: TestApp): Promise<{
  revocations: Revocations
  site: LiveSettings
  /** Sends a request by the session in its headers. */
  request(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}> {
  const sql = connect(connectionUrl(app.parts.sql))
  const revocations = await openRevocations({ sql, log: app.parts.log })
  const site = await openLiveSettings({ sql, log: app.parts.log })
  const sessions = await openSessionMemory(sql)
  vi.resetModules()
  const { createApp } = await import('#api/app.ts')
  const { session } = await import('#api/middleware/session.ts')
  const hono = createApp({ ...app.parts, sql, revocations, sessions, site }, session())
  return {
    revocations,
    site,
    request: async (path, init) => hono.request(path, init),
    async close() {
      await revocations.close()
      await sessions.close()
      await site.close()
      await sql.end({ timeout: 5 })
    },
  }
}
