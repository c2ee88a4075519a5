/**
 * Revocation of sessions and memberships, for requests that a session holds open (a long poll, a
 * stream). Three ways lead to the same callback: NOTIFY, at once and in every process; a check of
 * everything watched whenever LISTEN begins again, because notifications in between are lost; and
 * the same check every few seconds, because a session may also expire, either may have ended just
 * before it was watched, or the connection may fail silently.
 */
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Sql } from '#db/client.ts'
import type { Membership, SessionAccount } from './session.ts'

/**
 * Together with the time of the check itself, this ends every request within 5 s of its session or
 * membership.
 */
const CHECK_INTERVAL_MS = 3000

/** The payload that the trigger on `sessions` sends. */
const notice = z.object({ session_id: z.string() })

/** The payload that the trigger on `team_members` sends; it has no id for a deleted account. */
const teamNotice = z.object({ user_id: z.string().nullable() })

/** An account with its memberships in teams. */
type TeamAccount = Pick<SessionAccount, 'memberships'> & { user: { id: string } }

interface TeamWatcher {
  userId: string
  /** The account's teams and roles when watching began, as `textOf` writes them. */
  teams: string
  callback: () => void
}

/** Notifies open requests when their session ends, in whichever process. */
export interface Revocations {
  /**
   * Calls back once when the session ends: sign-out, ban, deletion or expiry.
   * @param sessionId `SessionAccount.sessionId`.
   * @returns stops watching; must be called when the request has ended by itself
   */
  onRevoked(sessionId: string, callback: () => void): () => void
  /**
   * Calls back when the teams of an account, or its roles in them, differ from those that its
   * session found.
   * @returns stops watching
   */
  onTeamsChanged(account: TeamAccount, callback: () => void): () => void
  close(): Promise<void>
}

/**
 * Begins to LISTEN.
 * @throws when the database is unavailable
 */
export async function openRevocations({
  sql,
  log,
}: {
  sql: Sql
  log: Logger
}): Promise<Revocations> {
  const watched = new Map<string, Set<() => void>>()
  const teamWatchers = new Set<TeamWatcher>()
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

  const checkTeams = async () => {
    const asked = [...teamWatchers]
    if (asked.length === 0) return
    const userIds = [...new Set(asked.map(({ userId }) => userId))]
    const rows = await sql<(Membership & { userId: string })[]>`
      select m.user_id as "userId", m.team_id as "teamId", m.role
      from team_members m join teams t on t.id = m.team_id
      where m.user_id = any(${userIds}) and m.ended_at is null and t.closed_at is null`
    const present = new Map<string, Membership[]>(userIds.map((id) => [id, []]))
    for (const row of rows) present.get(row.userId)?.push(row)
    for (const { userId, teams, callback } of asked) {
      if (textOf(present.get(userId) ?? []) !== teams) callback()
    }
  }

  const checkNow = () => {
    Promise.all([checkSessions(), checkTeams()]).catch((err: unknown) => {
      // The database is unavailable: the first check after its return catches up.
      if (!isClosed) log.error({ err }, 'Sessions could not be checked')
    })
  }

  const { unlisten } = await sql.listen(
    'session_revoked',
    (payload) => revoke(notice.parse(JSON.parse(payload)).session_id),
    checkNow,
  )
  const teamNotices = await sql.listen(
    'team_changed',
    (payload) => {
      const { user_id } = teamNotice.parse(JSON.parse(payload))
      for (const { userId, callback } of teamWatchers) if (userId === user_id) callback()
    },
    checkNow,
  )
  const timer = setInterval(checkNow, CHECK_INTERVAL_MS)
  timer.unref()

  return {
    onRevoked(sessionId, callback) {
      const callbacks = watched.get(sessionId) ?? new Set()
      // The callback is wrapped: two watchers may pass the same function, and each needs its own
      // entry.
      const own = () => callback()
      watched.set(sessionId, callbacks.add(own))
      return () => {
        callbacks.delete(own)
        if (callbacks.size === 0 && watched.get(sessionId) === callbacks) watched.delete(sessionId)
      }
    },
    onTeamsChanged({ user, memberships }, callback) {
      const watcher = { userId: user.id, teams: textOf(memberships), callback }
      teamWatchers.add(watcher)
      return () => void teamWatchers.delete(watcher)
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await unlisten()
      await teamNotices.unlisten()
    },
  }
}

/** Memberships as a text: equal memberships have equal texts. */
function textOf(memberships: readonly Membership[]): string {
  return memberships
    .map(({ teamId, role }) => `${teamId} ${role}`)
    .sort()
    .join()
}
