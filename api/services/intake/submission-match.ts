import type { SubmissionMatch } from '#api/contract/admin-submissions.ts'
import { educationText } from '#api/contract/export-columns.ts'
import type { Queryable } from '#db/client.ts'
import type {
  CandidateSubmissionRow,
  SubmittedContact,
  SubmittedField,
} from '#db/schema/candidate-submissions.ts'
import { SUBMITTED_CONTACTS, SUBMITTED_FIELDS } from '#db/schema/candidate-submissions.ts'
import type { CandidateRow } from '#db/schema/candidates.ts'
import { submittedContacts, submittedPerson } from './submitted-candidate.ts'

/**
 * The listed person with the proven address and the last name of a resume, and what its approval
 * would change.
 * @param isLocked locks the person's row until the transaction ends.
 */
export async function matchOf(
  sql: Queryable,
  submission: CandidateSubmissionRow,
  options: { isLocked?: boolean } = {},
): Promise<SubmissionMatch | null> {
  const matches = await matchesOf(sql, [submission], options)
  return matches.get(submission.id) ?? null
}

/** The matches of several resumes, in one query, by the ids of the resumes that have one. */
export async function matchesOf(
  sql: Queryable,
  submissions: readonly CandidateSubmissionRow[],
  { isLocked = false } = {},
): Promise<Map<string, SubmissionMatch>> {
  const sent = submissions.map((submission) => ({
    id: submission.id,
    email: submission.personal_email.trim().toLowerCase(),
    last_name: submission.last_name.trim().toLowerCase(),
  }))
  const rows = await sql<Listed[]>`
    select s.id as submission_id, c.*, k.contacts
    from jsonb_to_recordset(${JSON.stringify(sent)}::text::jsonb)
      as s(id uuid, email text, last_name text)
    cross join lateral (
      select c.* from candidates c join candidate_contacts k on k.candidate_id = c.id
      where k.kind in ('personal_email', 'work_email') and lower(trim(k.value)) = s.email
        and lower(c.last_name) = s.last_name
      order by c.ordinal limit 1 ${isLocked ? sql`for update of c` : sql``}) c
    cross join lateral (
      select jsonb_object_agg(kind, lower(trim(value))) as contacts from candidate_contacts
      where candidate_id = c.id and kind = any(${[...SUBMITTED_CONTACTS]}::text[])) k`
  const listed = new Map(rows.map((row) => [row.submission_id, row]))
  return new Map(
    submissions.flatMap((submission) => {
      const row = listed.get(submission.id)
      return row ? [[submission.id, matchWith(row, submission)] as const] : []
    }),
  )
}

/** The person listed for a submission, with those contacts that a resume has, to be compared. */
interface Listed extends CandidateRow {
  submission_id: string
  contacts: Partial<Record<SubmittedContact, string>> | null
}

function matchWith(listed: Listed, submission: CandidateSubmissionRow): SubmissionMatch {
  return {
    candidate_id: listed.id,
    ...differenceOf(listed, submission),
    contacts: contactChangesOf(listed.contacts ?? {}, submission),
  }
}

/** The resume's fields beside the listed ones; fields missing from the resume stay unchanged. */
function differenceOf(
  listed: CandidateRow,
  submission: CandidateSubmissionRow,
): Pick<SubmissionMatch, 'changes' | 'unchanged'> {
  const person = submittedPerson(submission)
  const said = SUBMITTED_FIELDS.flatMap((field) => {
    const [from, to] = [textOf(listed[field]), textOf(person[field])]
    return to === null ? [] : [{ field, from, to }]
  })
  return {
    changes: said
      .filter(({ from, to }) => from !== to)
      .map((change) => {
        const items = itemsOf(listed[change.field], person[change.field])
        return items ? { ...change, items } : change
      }),
    unchanged: said.filter(({ from, to }) => from === to).map(({ field }) => field),
  }
}

type Value = CandidateRow[SubmittedField]

function textOf(value: Value): string | null {
  if (value === null || typeof value === 'string') return value || null
  return textsOf(value).join(typeof value[0] === 'string' ? ', ' : '; ') || null
}

function textsOf(value: Value): string[] {
  if (value === null || typeof value === 'string') return []
  return value
    .map((part) => (typeof part === 'string' ? part : educationText([part])))
    .filter((text) => text !== null)
}

/** The items of a field; undefined for a field with one value, or one that was empty. */
function itemsOf(from: Value, to: Value) {
  const [listed, sent] = [textsOf(from), textsOf(to)]
  if (listed.length === 0 || sent.length === 0) return undefined
  return {
    removed: listed.filter((text) => !sent.includes(text)),
    added: sent.filter((text) => !listed.includes(text)),
    kept: listed.filter((text) => sent.includes(text)).length,
  }
}

function contactChangesOf(
  listed: Partial<Record<SubmittedContact, string>>,
  submission: CandidateSubmissionRow,
): SubmissionMatch['contacts'] {
  const sent = submittedContacts(submission)
  return SUBMITTED_CONTACTS.filter((kind) => listed[kind] !== sent[kind].trim().toLowerCase()).map(
    (kind) => ({ kind, isListed: listed[kind] !== undefined }),
  )
}
