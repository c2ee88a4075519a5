import type { Sql } from '#db/client.ts'

/**
 * Ends every session, with the pushes to its browser, and voids the codes and links by which a person may
 * get into an account: of a restored database, where those that ended since the backup would be live again.
 *
 * The links of invitations, resumes and removals stay: each does only what the owner of its mailbox asked
 * for or was asked, and nobody would know to send it again.
 * @returns how many sessions there were.
 */
export async function endAllSessions(sql: Sql): Promise<number> {
  return sql.begin(async (tx) => {
    await tx`delete from auth_verifications`
    await tx`delete from support_codes`
    const { count } = await tx`delete from sessions`
    return count
  })
}
