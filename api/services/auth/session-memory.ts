import type { Sql } from '#db/client.ts'
import { findSession, type SessionAccount } from './session.ts'

/** The cache's time to live, which bounds the effect of a lost notification. */
const KEPT_MS = 2_000

/** The most sessions in the cache; beyond them it is emptied. */
const KEPT_MAX = 10_000

/**
 * A short-lived cache of sessions, for frequent requests that read only the public directory. A
 * NOTIFY on any change of a session, account, plan or grant empties it in every process.
 */
export interface SessionMemory {
  /** The live session of a token. */
  find(token: string): Promise<SessionAccount | null>
  close(): Promise<void>
}

/**
 * Begins to LISTEN.
 * @throws when the database is unavailable
 */
export async function openSessionMemory(sql: Sql, keptMs = KEPT_MS): Promise<SessionMemory> {
  const kept = new Map<string, { account: SessionAccount; until: number }>()
  let changes = 0
  const empty = () => {
    changes += 1
    kept.clear()
  }
  // The cache is emptied whenever LISTEN begins again: notifications in between are lost.
  const { unlisten } = await sql.listen('account_changed', empty, empty)
  return {
    async find(token) {
      const now = performance.now()
      const known = kept.get(token)
      if (known && known.until > now && known.account.expiresAt.getTime() > Date.now())
        return known.account
      const before = changes
      const account = await findSession(sql, token)
      // A change during the query may be missing from its result.
      if (account && changes === before) {
        if (kept.size >= KEPT_MAX) kept.clear()
        kept.set(token, { account, until: now + keptMs })
      }
      return account
    },
    close: unlisten,
  }
}
