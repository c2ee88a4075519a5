/**
 * Resumes from visitors: stored, then confirmed by a mailed link, then reviewed. The address is
 * proven before a reviewer sees the resume. Security: no response reveals who is listed or was
 * removed; any difference occurs after the response, or only in the mailbox.
 */

import type { Parts } from '#api/context.ts'
import type { Submission } from '#api/contract/submissions.ts'
import { submissionMail } from '#api/services/mail/intake-messages.ts'
import { mailAll } from '#api/services/mail/mail-all.ts'
import { hashOfToken, newMailedToken } from '#api/services/mail/mailed-token.ts'
import { refusalForGood } from '#api/services/mail/mailer.ts'
import type { Sql } from '#db/client.ts'
import { inBatches } from '#db/in-batches.ts'
import type { CandidateSubmissionRow } from '#db/schema/candidate-submissions.ts'
import { linkedInAddress } from '#db/schema/linkedin-address.ts'
import { REJECTED_RESUME_KEPT_DAYS } from '#db/schema/retention.ts'
import { educationText, quotedSkills } from '#db/submission-text.ts'
import { isRemoved } from '#db/suppression.ts'
import { AppError } from '#sync/contract/errors.ts'

/**
 * The most links mailed per address and day, so that resumes in another's name cannot flood a
 * mailbox. The newest resume is mailed first and the others later, so that no one can delay
 * another's resume by sending many.
 */
const LINKS_A_DAY = 3

/** The most unconfirmed resumes per address; older ones are deleted. */
const WAITING_MAX = 20

/** Stores a resume until its address is confirmed. */
export async function storeSubmission(sql: Sql, submission: Submission): Promise<void> {
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
 * Mails the confirmation link of every resume that has not had one. A resume of a removed person is
 * deleted without a mail. A mailbox that refuses for good is tried once a day until its resumes
 * expire.
 * @throws as `mailAll`
 */
export function mailConfirmations(parts: MailParts): Promise<void> {
  return mailAll(parts.mailer, 'links to confirm a resume', (tried) => mailNext(parts, tried))
}

/** @returns false when none is left. */
async function mailNext(
  { sql, mailer, suppressionKey, billing }: MailParts,
  tried: string[],
): Promise<boolean> {
  const { token, hash } = newMailedToken()
  // This is committed before the mail is sent, or its link might be opened before its token exists.
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
  const refusal = await sql.begin(async (tx) => {
    // If two processes take up one resume, the later one mails it, because its token is the stored
    // one. The earlier process finds its own token replaced, and does nothing.
    const [own] = await tx`
      select 1 from candidate_submissions
      where id = ${row.id} and token_hash = ${hash} and mailed_at is null for update`
    if (!own) return
    // Links for one address are sent one at a time, or concurrent ones would not count each other.
    await tx`
      select pg_advisory_xact_lock(
        hashtextextended(${`resume-link:${row.personal_email.toLowerCase()}`}, 0))`
    const [day] = await tx<{ mailed: number; isRefused: boolean }[]>`
      select count(*) filter (where mailed_at > now() - interval '1 day')::integer as mailed,
        count(*) filter (where refused_at > now() - interval '1 day') > 0 as "isRefused"
      from candidate_submissions where lower(personal_email) = lower(${row.personal_email})`
    if (day && (day.mailed >= LINKS_A_DAY || day.isRefused)) return
    if (await isRemoved(tx, suppressionKey, { emails: [row.personal_email] })) {
      await tx`delete from candidate_submissions where id = ${row.id}`
      return
    }
    const url = new URL(`/confirm-submission?token=${token}`, billing.publicUrl).href
    const sending: Promise<unknown> = mailer.send(submissionMail(row.personal_email, url))
    const refused = await sending.catch(refusalForGood)
    const column = refused ? 'refused_at' : 'mailed_at'
    await tx`update candidate_submissions set ${tx(column)} = now() where id = ${row.id}`
    return refused
  })
  if (refusal) throw refusal
  return true
}

/**
 * Confirms the address of a resume: from now on reviewers see it. A token works once. A resume with
 * the telephone number of a removed person is deleted. Security: the response is the same, because
 * the number need not be the sender's.
 * @throws AppError `not_found` for an unknown, used or expired token.
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

/** Deletes expired unconfirmed resumes and those rejected long ago, and mails the links still due. */
export async function purgeSubmissions(parts: MailParts): Promise<void> {
  await parts.sql`
    delete from candidate_submissions where confirmed_at is null and expires_at < now()`
  await purgeRejected(parts.sql)
  await mailConfirmations(parts)
}

/** Of a rejected resume only the times remain, for the statistics. */
async function purgeRejected(sql: Sql): Promise<void> {
  // A resume whose rejection is being undone is skipped.
  await inBatches(
    (limit) => sql`
      with due as (
        select id from candidate_submissions
        where status = 'rejected'
          and approved_at < now() - make_interval(days => ${REJECTED_RESUME_KEPT_DAYS})
        limit ${limit} for update skip locked),
      gone as (
        delete from candidate_submissions where id in (select id from due)
        returning confirmed_at, approved_at)
      insert into former_decisions (confirmed_at, decided_at)
      select confirmed_at, approved_at from gone`,
  )
}
