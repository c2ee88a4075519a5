/**
 * Ends of sessions, for what a session holds open (a long poll, a stream). Three ways lead to the
 * same callback: PostgreSQL's notice, at once and in every process; a look at all that is watched
 * whenever listening begins anew, because notices of the time between are lost; and the same look
 * every few seconds, because a session may also run out, have ended just before it was watched, or
 * a connection die without a word.
 */
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Sql } from '#db/client.ts'

/** With the time a look takes, everything is over within 5 s of its session. */
const LOOK_MS = 3000

/** What the trigger on `sessions` sends. */
const notice = z.object({ session_id: z.string() })

export interface Revocations {
  /**
   * Calls back once when the session ends, however it does: sign-out, ban, deletion, expiry.
   * @param sessionId `SessionAccount.sessionId`.
   * @returns stops watching; to be called when what was held open has ended by itself.
   */
  onRevoked(sessionId: string, callback: () => void): () => void
  close(): Promise<void>
}

/** Begins to listen. @throws when the database does not answer. */
export async function openRevocations({
  sql,
  log,
}: {
  sql: Sql
  log: Logger
}): Promise<Revocations> {
  const watched = new Map<string, Set<() => void>>()
  let isClosed = false

  const revoke = (sessionId: string) => {
    const callbacks = watched.get(sessionId) ?? []
    watched.delete(sessionId)
    for (const callback of callbacks) callback()
  }

  const look = async () => {
    const asked = [...watched.keys()]
    if (asked.length === 0) return
    const rows = await sql<{ id: string }[]>`
      select id from sessions where id = any(${asked}) and expires_at > now()`
    const live = new Set(rows.map((row) => row.id))
    for (const id of asked) if (!live.has(id)) revoke(id)
  }

  const lookNow = () => {
    look().catch((err: unknown) => {
      // The database is away; the look after its return ends what ended meanwhile.
      if (!isClosed) log.error({ err }, 'Sessions could not be looked at')
    })
  }

  const { unlisten } = await sql.listen(
    'session_revoked',
    (payload) => revoke(notice.parse(JSON.parse(payload)).session_id),
    lookNow,
  )
  const timer = setInterval(lookNow, LOOK_MS)
  timer.unref()

  return {
    onRevoked(sessionId, callback) {
      const callbacks = watched.get(sessionId) ?? new Set()
      // A callback of one watcher is not another's, even where both pass the same function.
      const own = () => callback()
      watched.set(sessionId, callbacks.add(own))
      return () => {
        callbacks.delete(own)
        if (callbacks.size === 0 && watched.get(sessionId) === callbacks) watched.delete(sessionId)
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await unlisten()
    },
  }
}
