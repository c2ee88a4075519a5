import type { Sql } from '#db/client.ts'
import { findSession, type SessionAccount } from './session.ts'

/** How long a session is remembered at most: so long a lost notice may go unnoticed. */
const KEPT_MS = 2_000

/** Sessions at once; beyond them it begins anew. */
const KEPT_MAX = 10_000

/**
 * Sessions as they were found a moment ago, for calls that come many times a second and show the
 * public directory alone. A change of any session, account, plan or grant empties it in every process,
 * by PostgreSQL's notice.
 */
export interface SessionMemory {
  /** The live session of a token. */
  find(token: string): Promise<SessionAccount | null>
  close(): Promise<void>
}

/** Begins to listen. @throws when the database does not answer. */
export async function openSessionMemory(sql: Sql, keptMs = KEPT_MS): Promise<SessionMemory> {
  const kept = new Map<string, { account: SessionAccount; until: number }>()
  let changes = 0
  const empty = () => {
    changes += 1
    kept.clear()
  }
  // While nothing was heard, anything may have changed.
  const { unlisten } = await sql.listen('account_changed', empty, empty)
  return {
    async find(token) {
      const now = performance.now()
      const known = kept.get(token)
      if (known && known.until > now && known.account.expiresAt.getTime() > Date.now())
        return known.account
      const before = changes
      const account = await findSession(sql, token)
      // What changed on the way may be missing in the answer.
      if (account && changes === before) {
        if (kept.size >= KEPT_MAX) kept.clear()
        kept.set(token, { account, until: now + keptMs })
      }
      return account
    },
    close: unlisten,
  }
}
