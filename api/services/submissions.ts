/**
 * Resumes on their way to a reviewer: kept, mailed a link, confirmed by it. The address is proven
 * before anybody looks at one. No answer on that way tells who is listed or was removed: what differs
 * happens after the answer, or in the mailbox alone.
 */

import type { Parts } from '#api/context.ts'
import type { Sql } from '#db/client.ts'
import type { CandidateSubmissionRow, Submission } from '#db/schema/candidate-submissions.ts'
import { linkedInAddress } from '#db/schema/linkedin-address.ts'
import { educationText, quotedSkills } from '#db/submission-text.ts'
import { isRemoved } from '#db/suppression.ts'
import { AppError } from '#sync/contract/errors.ts'
import { submissionMail } from './mail/intake-messages.ts'
import { hashOfToken, newMailedToken } from './mailed-token.ts'

/**
 * Links mailed to one address in a day: who names another's must not flood them with mail. The newest
 * resume is mailed first and the rest later, so that nobody keeps another's resume out by sending many.
 */
const LINKS_A_DAY = 3

/** Resumes that wait unconfirmed for one address; older ones go. */
const WAITING_MAX = 20

/** Keeps a resume until its address confirms it. */
export async function keepSubmission(sql: Sql, submission: Submission): Promise<void> {
  const { personal_email, linkedin_url, education, skills } = submission
  const row = {
    ...submission,
    middle_name: submission.middle_name || null,
    linkedin_url: linkedInAddress(linkedin_url) ?? '',
    education: educationText(education),
    skills: quotedSkills(skills),
  }
  await sql`insert into candidate_submissions ${sql(row)}`
  await sql`
    delete from candidate_submissions where id in (
      select id from candidate_submissions
      where lower(personal_email) = ${personal_email.toLowerCase()} and confirmed_at is null
      order by created_at desc offset ${WAITING_MAX})`
}

type MailParts = Pick<Parts, 'sql' | 'mailer' | 'suppressionKey' | 'billing'>

/**
 * Mails every resume's address the link that confirms it, where that was not done yet. Of somebody
 * who had themselves removed nothing is kept, and no mail is sent.
 * @throws when the mail server did not take some: they are tried again next time.
 */
export async function mailConfirmations(parts: MailParts): Promise<void> {
  const tried: string[] = []
  let failed = 0
  for (;;) {
    const triedBefore = tried.length
    try {
      if (!(await mailNext(parts, tried))) break
    } catch (error) {
      // Not the mail server: there is nothing to go on with.
      if (tried.length === triedBefore) throw error
      // One address that takes no mail keeps no other waiting.
      failed++
    }
  }
  // Without the causes: mail servers quote addresses.
  if (failed > 0) throw new Error(`${failed} links to confirm a resume could not be mailed.`)
}

/** @returns false when none is left. */
async function mailNext(
  { sql, mailer, suppressionKey, billing }: MailParts,
  tried: string[],
): Promise<boolean> {
  const { token, hash } = newMailedToken()
  // Committed before the mail leaves, or a link that is followed at once would be an unknown one.
  const [row] = await sql<Pick<CandidateSubmissionRow, 'id' | 'personal_email'>[]>`
    update candidate_submissions set token_hash = ${hash}
    where id = (
      select id from candidate_submissions
      where confirmed_at is null and mailed_at is null and expires_at > now()
        and id <> all(${tried}::uuid[])
      order by created_at desc limit 1 for update skip locked
    )
    returning id, personal_email`
  if (!row) return false
  tried.push(row.id)
  await sql.begin(async (tx) => {
    // Of two that took the same one, the later mails it: its token is the one that is kept. It waits
    // for the earlier, which holds the row while it finds that the token is not its own.
    const [own] = await tx`
      select 1 from candidate_submissions
      where id = ${row.id} and token_hash = ${hash} and mailed_at is null for update`
    if (!own) return
    // One link at a time for an address, or links that leave at once would not count each other.
    await tx`
      select pg_advisory_xact_lock(
        hashtextextended(${`resume-link:${row.personal_email.toLowerCase()}`}, 0))`
    const [mailed] = await tx<{ count: number }[]>`
      select count(*)::integer as count from candidate_submissions
      where lower(personal_email) = lower(${row.personal_email})
        and mailed_at > now() - interval '1 day'`
    if (mailed && mailed.count >= LINKS_A_DAY) return
    if (await isRemoved(tx, suppressionKey, { emails: [row.personal_email] })) {
      await tx`delete from candidate_submissions where id = ${row.id}`
      return
    }
    const url = new URL(`/confirm-submission?token=${token}`, billing.publicUrl).href
    await mailer.send(submissionMail(row.personal_email, url))
    await tx`update candidate_submissions set mailed_at = now() where id = ${row.id}`
  })
  return true
}

/**
 * Takes the address of a resume for proven: from now on reviewers see it. A token works once. Where
 * the telephone number is one of somebody who had themselves removed, nothing is kept, and the caller
 * hears no different: the number need not be theirs.
 * @throws AppError `not_found` for a token that is unknown, spent or too old.
 */
export async function confirmSubmission(
  { sql, suppressionKey }: Pick<Parts, 'sql' | 'suppressionKey'>,
  token: string,
): Promise<void> {
  await sql.begin(async (tx) => {
    const [row] = await tx<CandidateSubmissionRow[]>`
      select * from candidate_submissions
      where token_hash = ${hashOfToken(token)} and confirmed_at is null and expires_at > now()
      for update`
    if (!row) throw new AppError('not_found', 'The link is not valid, or not any more.')
    const identifiers = { emails: [row.personal_email], phones: [row.phone] }
    if (await isRemoved(tx, suppressionKey, identifiers)) {
      await tx`delete from candidate_submissions where id = ${row.id}`
      return
    }
    await tx`
      update candidate_submissions set confirmed_at = now(), token_hash = null where id = ${row.id}`
  })
}

/** Forgets what nobody confirmed in time, and mails what still has to be. */
export async function tidySubmissions(parts: MailParts): Promise<void> {
  await parts.sql`
    delete from candidate_submissions where confirmed_at is null and expires_at < now()`
  await mailConfirmations(parts)
}
