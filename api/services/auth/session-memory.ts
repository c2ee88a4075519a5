import type { Sql } from '#db/client.ts'
import { findSession, type SessionAccount } from './session.ts'

/** The cache's time to live, and so how long a lost notice may go unnoticed. */
const KEPT_MS = 2_000

/** Sessions in the cache at once; beyond them it is emptied. */
const KEPT_MAX = 10_000

/**
 * A short-lived cache of sessions, for requests that come many times a second and read only the
 * public directory. A NOTIFY on any change of a session, account, plan or grant empties it in every
 * process.
 */
export interface SessionMemory {
  /** The live session of a token. */
  find(token: string): Promise<SessionAccount | null>
  close(): Promise<void>
}

/** Begins to LISTEN. @throws when the database is away. */
export async function openSessionMemory(sql: Sql, keptMs = KEPT_MS): Promise<SessionMemory> {
  const kept = new Map<string, { account: SessionAccount; until: number }>()
  let changes = 0
  const empty = () => {
    changes += 1
    kept.clear()
  }
  // Emptied whenever LISTEN begins again: notices in between are lost.
  const { unlisten } = await sql.listen('account_changed', empty, empty)
  return {
    async find(token) {
      const now = performance.now()
      const known = kept.get(token)
      if (known && known.until > now && known.account.expiresAt.getTime() > Date.now())
        return known.account
      const before = changes
      const account = await findSession(sql, token)
      // A change during the query may be missing in its answer.
      if (account && changes === before) {
        if (kept.size >= KEPT_MAX) kept.clear()
        kept.set(token, { account, until: now + keptMs })
      }
      return account
    },
    close: unlisten,
  }
}
