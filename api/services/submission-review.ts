import type { Queryable } from '../../db/client.ts'
import { cleanSkills } from '../../db/import/clean.ts'
import { parseEducation } from '../../db/import/education.ts'
import {
  type AdminSubmission,
  type CandidateSubmissionRow,
  SUBMISSIONS_PAGE_SIZE,
  type SubmissionAction,
  type SubmissionPage,
  type SubmissionStatus,
} from '../../db/schema/candidate-submissions.ts'
import { isRemoved } from '../../db/suppression.ts'
import { AppError } from '../../sync/contract/errors.ts'
import type { Actor } from '../../sync/contract/permissions.ts'
import type { Parts } from '../context.ts'
import { audit } from './audit.ts'
import { bringIntoDirectory } from './submitted-candidate.ts'

/** One page of the submissions of a status, newest first. */
export async function listSubmissions(
  sql: Queryable,
  { status, page }: { status: SubmissionStatus; page: number },
): Promise<SubmissionPage> {
  const rows = await sql<CandidateSubmissionRow[]>`
    select * from candidate_submissions where status = ${status}
    order by coalesce(approved_at, created_at) desc, id
    limit ${SUBMISSIONS_PAGE_SIZE} offset ${(page - 1) * SUBMISSIONS_PAGE_SIZE}`
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::integer as count from candidate_submissions where status = ${status}`
  return { data: rows.map(shown), count, totalPages: Math.ceil(count / SUBMISSIONS_PAGE_SIZE) }
}

function shown(row: CandidateSubmissionRow): AdminSubmission {
  const { id, first_name, middle_name, last_name, title, organization, specialty } = row
  const { personal_email, phone, location, linkedin_url, status, candidate_id } = row
  return {
    ...{ id, first_name, middle_name, last_name, title, organization, specialty },
    ...{ personal_email, phone, location, linkedin_url, status, candidate_id },
    skills: cleanSkills(row.skills),
    education: parseEducation(row.education),
    created_at: row.created_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
  }
}

/**
 * Approves or rejects, once. An approved person is in the directory with the same transaction.
 * @throws AppError `not_found`; `changed_elsewhere` when another administrator was first; `gone` for
 * somebody who had themselves removed since: nothing is kept of them.
 */
export async function decideSubmission(
  { sql, suppressionKey }: Pick<Parts, 'sql' | 'suppressionKey'>,
  admin: Actor,
  { id, action, network }: { id: string; action: SubmissionAction; network: string },
): Promise<void> {
  const isGone = await sql.begin(async (tx) => {
    // A removal waits for this lock, and then finds who was brought in here.
    const [row] = await tx<CandidateSubmissionRow[]>`
      select * from candidate_submissions where id = ${id} for update`
    if (!row) throw new AppError('not_found', 'There is no such submission.')
    if (row.status !== 'pending') {
      throw new AppError('changed_elsewhere', `This resume is ${row.status} already.`)
    }
    const identifiers = { emails: [row.personal_email], phones: [row.phone] }
    if (await isRemoved(tx, suppressionKey, identifiers)) {
      await tx`delete from candidate_submissions where id = ${id}`
      return true
    }
    const candidate = action === 'approve' ? await bringIntoDirectory(tx, row) : null
    const status: SubmissionStatus = action === 'approve' ? 'approved' : 'rejected'
    await tx`
      update candidate_submissions
      set status = ${status}, approved_at = now(), decided_by = ${admin.id}, candidate_id = ${candidate}
      where id = ${id}`
    await audit(tx, {
      actor: admin,
      action: `submission.${action}`,
      subjectId: id,
      details: { candidate },
      network,
    })
    return false
  })
  if (isGone) throw new AppError('gone', 'This person had themselves removed.')
}
