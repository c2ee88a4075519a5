import type { Sql } from '#db/client.ts'

/**
 * Ends all sessions and their push subscriptions, and invalidates what leads into an account or a
 * team: codes, links and invitations. It is for a restored database, where those that ended since
 * the backup would be valid again.
 * The links of resumes and removals stay: each does only what the owner of its mailbox requested,
 * and nobody would know to request it again. Members can send invitations again, and are told so.
 * @returns how many sessions and open invitations there were
 */
export async function endAllSessions(sql: Sql): Promise<{ sessions: number; invites: number }> {
  return sql.begin(async (tx) => {
    await tx`delete from auth_verifications`
    await tx`delete from support_codes`
    const { count: invites } = await tx`
      update team_invites set revoked_at = now() where accepted_at is null and revoked_at is null`
    const { count: sessions } = await tx`delete from sessions`
    return { sessions, invites }
  })
}
