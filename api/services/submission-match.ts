import type { Queryable } from '../../db/client.ts'
import type {
  CandidateSubmissionRow,
  SubmissionMatch,
  SubmittedContact,
} from '../../db/schema/candidate-submissions.ts'
import { SUBMITTED_CONTACTS, SUBMITTED_FIELDS } from '../../db/schema/candidate-submissions.ts'
import type { CandidateRow } from '../../db/schema/candidates.ts'
import { educationText } from '../../db/schema/export-columns.ts'
import { submittedContacts, submittedPerson } from './submitted-candidate.ts'

/**
 * Who is listed already under the address that a resume proved, and its last name, with what
 * approving it would change.
 * @param isLocked keeps the person as they are until the transaction ends.
 */
export async function matchOf(
  sql: Queryable,
  submission: CandidateSubmissionRow,
  { isLocked = false } = {},
): Promise<SubmissionMatch | null> {
  const [listed] = await sql<CandidateRow[]>`
    select c.* from candidates c join candidate_contacts k on k.candidate_id = c.id
    where k.kind in ('personal_email', 'work_email')
      and lower(trim(k.value)) = ${submission.personal_email.trim().toLowerCase()}
      and lower(c.last_name) = ${submission.last_name.trim().toLowerCase()}
    order by c.ordinal limit 1 ${isLocked ? sql`for update of c` : sql``}`
  if (!listed) return null
  return {
    candidate_id: listed.id,
    changes: changesOf(listed, submission),
    contacts: await contactChangesOf(sql, listed.id, submission),
  }
}

function changesOf(
  listed: CandidateRow,
  submission: CandidateSubmissionRow,
): SubmissionMatch['changes'] {
  const person = submittedPerson(submission)
  return SUBMITTED_FIELDS.flatMap((field) => {
    const [from, to] = [textOf(listed[field]), textOf(person[field])]
    // What a resume leaves out stays.
    return to !== null && to !== from ? [{ field, from, to }] : []
  })
}

function textOf(value: CandidateRow[(typeof SUBMITTED_FIELDS)[number]]): string | null {
  if (value === null || typeof value === 'string') return value || null
  const texts = value.map((part) => (typeof part === 'string' ? part : educationText([part])))
  return texts.join(typeof value[0] === 'string' ? ', ' : '; ') || null
}

async function contactChangesOf(
  sql: Queryable,
  id: string,
  submission: CandidateSubmissionRow,
): Promise<SubmissionMatch['contacts']> {
  const sent = submittedContacts(submission)
  const rows = await sql<{ kind: SubmittedContact; isSame: boolean }[]>`
    select kind, lower(trim(value)) = lower(trim(case kind
      when 'phone' then ${sent.phone} else ${sent.personal_email} end)) as "isSame"
    from candidate_contacts
    where candidate_id = ${id} and kind = any(${[...SUBMITTED_CONTACTS]}::text[])`
  const isSame = new Map(rows.map((row) => [row.kind, row.isSame]))
  return SUBMITTED_CONTACTS.filter((kind) => !isSame.get(kind)).map((kind) => ({
    kind,
    isListed: isSame.has(kind),
  }))
}
