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
    ...differenceOf(listed, submission),
    contacts: await contactChangesOf(sql, listed.id, submission),
  }
}

/** The resume's fields beside the listed ones; fields that the resume leaves out stay. */
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

/** Undefined for a field of one value, or one that was empty. */
function itemsOf(from: Value, to: Value) {
  const [listed, sent] = [textsOf(from), textsOf(to)]
  if (listed.length === 0 || sent.length === 0) return undefined
  return {
    removed: listed.filter((text) => !sent.includes(text)),
    added: sent.filter((text) => !listed.includes(text)),
    kept: listed.filter((text) => sent.includes(text)).length,
  }
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
