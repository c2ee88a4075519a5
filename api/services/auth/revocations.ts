/**
 * Revocation of sessions, for requests that a session holds open (a long poll, a stream). Three ways
 * lead to the same callback: NOTIFY, at once and in every process; a check of all watched sessions
 * whenever LISTEN begins again, because notices in between are lost; and the same check every few
 * seconds, because a session may also expire, have ended just before it was watched, or its
 * connection die silently.
 */
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Sql } from '#db/client.ts'

/** With the time of the check itself, every request ends within 5 s of its session. */
const CHECK_INTERVAL_MS = 3000

/** The payload that the trigger on `sessions` sends. */
const notice = z.object({ session_id: z.string() })

/** The payload that the trigger on `team_members` sends; of a deleted account it has no id. */
const teamNotice = z.object({ user_id: z.string().nullable() })

export interface Revocations {
  /**
   * Calls back once when the session ends: sign-out, ban, deletion or expiry.
   * @param sessionId `SessionAccount.sessionId`.
   * @returns stops watching; to be called when the held request has ended by itself.
   */
  onRevoked(sessionId: string, callback: () => void): () => void
  /**
   * Calls back when the account's place in a team changed, or may have while LISTEN was away.
   * @returns stops watching.
   */
  onTeamsChanged(userId: string, callback: () => void): () => void
  close(): Promise<void>
}

/** Begins to LISTEN. @throws when the database is away. */
export async function openRevocations({
  sql,
  log,
}: {
  sql: Sql
  log: Logger
}): Promise<Revocations> {
  const watched = new Map<string, Set<() => void>>()
  const teams = new Set<{ userId: string; callback: () => void }>()
  let isClosed = false

  const revoke = (sessionId: string) => {
    const callbacks = watched.get(sessionId) ?? []
    watched.delete(sessionId)
    for (const callback of callbacks) callback()
  }

  const checkSessions = async () => {
    const asked = [...watched.keys()]
    if (asked.length === 0) return
    const rows = await sql<{ id: string }[]>`
      select id from sessions where id = any(${asked}) and expires_at > now()`
    const live = new Set(rows.map((row) => row.id))
    for (const id of asked) if (!live.has(id)) revoke(id)
  }

  const checkNow = () => {
    checkSessions().catch((err: unknown) => {
      // The database is away: the first check after its return catches up.
      if (!isClosed) log.error({ err }, 'Sessions could not be looked at')
    })
  }

  const { unlisten } = await sql.listen(
    'session_revoked',
    (payload) => revoke(notice.parse(JSON.parse(payload)).session_id),
    checkNow,
  )
  const teamsChanged = (userId?: string) => {
    for (const watcher of teams) {
      if (userId === undefined || watcher.userId === userId) watcher.callback()
    }
  }
  const teamNotices = await sql.listen(
    'team_changed',
    (payload) => {
      const { user_id } = teamNotice.parse(JSON.parse(payload))
      if (user_id !== null) teamsChanged(user_id)
    },
    () => teamsChanged(),
  )
  const timer = setInterval(checkNow, CHECK_INTERVAL_MS)
  timer.unref()

  return {
    onRevoked(sessionId, callback) {
      const callbacks = watched.get(sessionId) ?? new Set()
      // Wrapped: two watchers may pass the same function, and each needs an entry of its own.
      const own = () => callback()
      watched.set(sessionId, callbacks.add(own))
      return () => {
        callbacks.delete(own)
        if (callbacks.size === 0 && watched.get(sessionId) === callbacks) watched.delete(sessionId)
      }
    },
    onTeamsChanged(userId, callback) {
      const watcher = { userId, callback }
      teams.add(watcher)
      return () => void teams.delete(watcher)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await unlisten()
      await teamNotices.unlisten()
    },
  }
}
