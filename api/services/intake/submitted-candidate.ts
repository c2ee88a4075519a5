import { words } from '#api/services/search/text.ts'
import { tradeConcept } from '#api/services/search/understanding/lexicon.ts'
import { phraseKey } from '#api/services/search/understanding/normal-form.ts'
import type { Queryable } from '#db/client.ts'
import { cleanCandidate } from '#db/import/clean-candidate.ts'
import { professionOf } from '#db/import/specialties.ts'
import { phoneNumber, regionCode, statedCountry } from '#db/import/us-fields.ts'
import {
  type CandidateSubmissionRow,
  SUBMISSION_SOURCE,
  SUBMITTED_CONTACTS,
  type SubmittedContact,
} from '#db/schema/candidate-submissions.ts'

/**
 * Adds the person of a submission to the directory, with contacts.
 * @returns the person's id.
 */
export async function addToDirectory(
  tx: Queryable,
  submission: CandidateSubmissionRow,
): Promise<string> {
  const { education, ...person } = submittedPerson(submission)
  const [row] = await tx<{ id: string }[]>`
    insert into candidates ${tx({
      ...person,
      education: education && tx.json(education),
      source: SUBMISSION_SOURCE,
    })}
    returning id`
  if (!row) throw new Error('the person was not inserted')
  await writeContacts(tx, row.id, submission, SUBMITTED_CONTACTS)
  return row.id
}

/**
 * Updates a listed person from a submission. Missing fields stay unchanged, as do all contacts
 * except those that the reviewer selected.
 */
export async function updateListed(
  tx: Queryable,
  id: string,
  submission: CandidateSubmissionRow,
  contacts: readonly SubmittedContact[],
): Promise<void> {
  const { education, ...person } = submittedPerson(submission)
  const said = Object.entries({ ...person, education: education && tx.json(education) }).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  await tx`update candidates set ${tx(Object.fromEntries(said))} where id = ${id}`
  await writeContacts(tx, id, submission, contacts)
}

async function writeContacts(
  tx: Queryable,
  id: string,
  submission: CandidateSubmissionRow,
  kinds: readonly SubmittedContact[],
): Promise<void> {
  const values = submittedContacts(submission)
  // The address was proven by mail; the telephone number is unverified.
  const verifiedAt = { personal_email: submission.confirmed_at, phone: null }
  for (const kind of kinds) {
    const contact = { value: values[kind], verified_at: verifiedAt[kind] }
    await tx`
      insert into candidate_contacts ${tx({ candidate_id: id, kind, source: SUBMISSION_SOURCE, ...contact })}
      on conflict (candidate_id, kind) do update
      set value = excluded.value, source = excluded.source, verified_at = excluded.verified_at
      where candidate_contacts.value <> excluded.value`
  }
}

/** The submission's person in the directory's form. */
export function submittedPerson(submission: CandidateSubmissionRow) {
  const { first_name, middle_name, last_name, title, organization, specialty } = submission
  const { city, state, country, linkedin_url, skills, education } = submission
  return cleanCandidate({
    ...{ first_name, middle_name, last_name, title, organization, specialty },
    ...{ city, linkedin_url, skills, education },
    job_function: jobFunctionOf(specialty),
    state: regionCode(state) ?? state,
    country: statedCountry(country),
  })
}

/**
 * The job function shared by all people of a specialty, however it is written: "Cardiology" is not
 * one of the directory's names but stands for several. Null for an unknown specialty, or one with
 * several functions.
 */
function jobFunctionOf(specialty: string): string | null {
  const meant = tradeConcept(phraseKey(words(specialty)))?.specialties ?? []
  const functions = [specialty, ...meant].flatMap((name) => professionOf(name)?.jobFunction ?? [])
  const [first = null, ...others] = new Set(functions)
  return others.length === 0 ? first : null
}

/** The submission's contacts in the directory's form. */
export function submittedContacts({
  personal_email,
  phone,
}: CandidateSubmissionRow): Record<SubmittedContact, string> {
  return { personal_email, phone: phoneNumber(phone) ?? phone }
}
