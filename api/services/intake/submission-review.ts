import type { TransactionSql } from 'postgres'
import type { Caller } from '#api/caller.ts'
import type { Parts } from '#api/context.ts'
import {
  type AdminSubmission,
  SUBMISSIONS_PAGE_SIZE,
  type SubmissionDecision,
  type SubmissionPage,
} from '#api/contract/admin-submissions.ts'
import { audit } from '#api/services/audit.ts'
import type { Queryable } from '#db/client.ts'
import { cleanSkills } from '#db/import/clean.ts'
import { parseEducation } from '#db/import/education.ts'
import { retried } from '#db/retried.ts'
import type {
  CandidateSubmissionRow,
  SubmissionStatus,
  SubmittedContact,
} from '#db/schema/candidate-submissions.ts'
import { isRemoved } from '#db/suppression.ts'
import { AppError } from '#sync/contract/errors.ts'
import { matchesOf, matchOf } from './submission-match.ts'
import { addToDirectory, updateListed } from './submitted-candidate.ts'

/** One page of the confirmed submissions of a status, newest first. */
export async function listSubmissions(
  sql: Queryable,
  { status, page }: { status: SubmissionStatus; page: number },
): Promise<SubmissionPage> {
  const rows = await sql<CandidateSubmissionRow[]>`
    select * from candidate_submissions
    where status = ${status} and confirmed_at is not null
    order by coalesce(approved_at, created_at) desc, id
    limit ${SUBMISSIONS_PAGE_SIZE} offset ${(page - 1) * SUBMISSIONS_PAGE_SIZE}`
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::integer as count from candidate_submissions
    where status = ${status} and confirmed_at is not null`
  const matches = await matchesOf(sql, status === 'pending' ? rows : [])
  const data = rows.map((row) => shown(row, matches.get(row.id) ?? null))
  return { data, count, totalPages: Math.ceil(count / SUBMISSIONS_PAGE_SIZE) }
}

function shown(row: CandidateSubmissionRow, match: AdminSubmission['match']): AdminSubmission {
  const { id, first_name, middle_name, last_name, title, organization, specialty } = row
  const { personal_email, phone, location, linkedin_url, status, candidate_id } = row
  return {
    ...{ id, first_name, middle_name, last_name, title, organization, specialty },
    ...{ personal_email, phone, location, linkedin_url, status, candidate_id },
    skills: cleanSkills(row.skills),
    education: parseEducation(row.education),
    created_at: row.created_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
    match,
  }
}

/**
 * Approves or rejects a submission, once. Approval adds a person to the directory in the same
 * transaction, or updates the listed person, of whose contacts only those named in the decision
 * change.
 * @throws AppError `not_found`, also for an unconfirmed submission; `changed_elsewhere` when
 *   another administrator was first, or the person was listed or removed since the reviewer looked;
 *   `gone` for a person who has since been removed at their own request: the submission is deleted.
 */
export async function decideSubmission(
  { sql, suppressionKey }: Pick<Parts, 'sql' | 'suppressionKey'>,
  caller: Caller,
  { id, action, match: seen, contacts = [] }: Decided,
): Promise<void> {
  const decide = async (tx: TransactionSql) => {
    // A removal waits for this lock, and then finds the person added here.
    const [row] = await tx<CandidateSubmissionRow[]>`
      select * from candidate_submissions where id = ${id} and confirmed_at is not null
      for update`
    if (!row) throw new AppError('not_found', 'There is no such submission.')
    if (row.status !== 'pending') {
      throw new AppError('changed_elsewhere', `Already ${row.status}.`)
    }
    const identifiers = { emails: [row.personal_email], phones: [row.phone] }
    if (await isRemoved(tx, suppressionKey, identifiers)) {
      await tx`delete from candidate_submissions where id = ${id}`
      return true
    }
    const candidate = action === 'approve' ? await approve(tx, row, { seen, contacts }) : null
    const status: SubmissionStatus = action === 'approve' ? 'approved' : 'rejected'
    await tx`
      update candidate_submissions
      set status = ${status}, approved_at = now(), decided_by = ${caller.actor.id},
        candidate_id = ${candidate}
      where id = ${id}`
    await audit(tx, {
      ...caller,
      action: `submission.${action}`,
      subjectId: id,
      details: { candidate, contacts },
    })
    return false
  }
  // The transaction is retried: it may deadlock with a device that writes its account's rows about
  // the same person.
  const isGone = await retried(() => sql.begin(decide))
  if (isGone) throw new AppError('gone', 'This person had themselves removed.')
}

/**
 * Undoes the caller's own rejection of a submission, which becomes pending again.
 * @throws AppError `changed_elsewhere` when it is no longer rejected, was rejected by another
 *   administrator, or the person has since been removed
 */
export async function reopenSubmission(
  { sql }: Pick<Parts, 'sql'>,
  caller: Caller,
  id: string,
): Promise<void> {
  await sql.begin(async (tx) => {
    const { count } = await tx`
      update candidate_submissions set status = 'pending', approved_at = null, decided_by = null
      where id = ${id} and status = 'rejected' and decided_by = ${caller.actor.id}`
    if (count === 0) {
      throw new AppError('changed_elsewhere', 'This resume is not as you left it any more.')
    }
    await audit(tx, { ...caller, action: 'submission.reopen', subjectId: id })
  })
}

interface Decided extends SubmissionDecision {
  id: string
}

/** @returns the id of the person added or updated */
async function approve(
  tx: Queryable,
  row: CandidateSubmissionRow,
  { seen, contacts }: { seen: SubmissionDecision['match']; contacts: readonly SubmittedContact[] },
): Promise<string> {
  // If two resumes are of one new person, the second approval must see the person whom the first
  // added.
  await tx`
    select pg_advisory_xact_lock(
      hashtextextended(${`submission:${row.personal_email.toLowerCase()}`}, 0))`
  const match = await matchOf(tx, row, { isLocked: true })
  const id = match?.candidate_id ?? null
  // The person who is listed now is not the one that the reviewer saw.
  if (seen !== undefined && seen !== id) {
    throw new AppError('changed_elsewhere', 'Who is listed has changed. Please look again.')
  }
  if (id === null) return addToDirectory(tx, row)
  await updateListed(tx, id, row, contacts)
  return id
}
