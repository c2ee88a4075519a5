import type { Queryable } from '../../db/client.ts'
import { cleanCandidate } from '../../db/import/clean-candidate.ts'
import { professionOf } from '../../db/import/specialties.ts'
import { countryName, phoneNumber, regionCode } from '../../db/import/us-fields.ts'
import type { CandidateSubmissionRow } from '../../db/schema/candidate-submissions.ts'

const SOURCE = 'submission'

/** What people call the country that the directory names in full. */
const UNITED_STATES = /^(usa|u\.s\.a?\.?|united states of america)$/i

/**
 * Makes a submission somebody in the directory. Whoever is listed already, under this address and
 * this last name, is brought up to date instead: what a submission leaves out stays.
 * @returns the person's id.
 */
export async function bringIntoDirectory(
  tx: Queryable,
  submission: CandidateSubmissionRow,
): Promise<string> {
  const person = personOf(submission)
  const known = await idOfKnown(tx, submission)
  const id = known ? await update(tx, known, person) : await insert(tx, person)
  // Given by the person, but checked by nobody: no date of verification.
  const contacts = {
    personal_email: submission.personal_email,
    phone: phoneNumber(submission.phone) ?? submission.phone,
  }
  for (const [kind, value] of Object.entries(contacts)) {
    await tx`
      insert into candidate_contacts ${tx({ candidate_id: id, kind, value, source: SOURCE })}
      on conflict (candidate_id, kind) do update
      set value = excluded.value, source = excluded.source, verified_at = null
      where candidate_contacts.value <> excluded.value`
  }
  return id
}

function personOf(submission: CandidateSubmissionRow) {
  const { first_name, middle_name, last_name, title, organization, specialty } = submission
  const { city, state, country, linkedin_url, skills, education } = submission
  return cleanCandidate({
    ...{ first_name, middle_name, last_name, title, organization, specialty },
    ...{ city, linkedin_url, skills, education },
    job_function: professionOf(specialty)?.jobFunction ?? null,
    state: regionCode(state) ?? state,
    country: UNITED_STATES.test(country) ? 'United States' : (countryName(country) ?? country),
  })
}
type Person = ReturnType<typeof personOf>

async function idOfKnown(
  tx: Queryable,
  { personal_email, last_name }: CandidateSubmissionRow,
): Promise<string | undefined> {
  const [known] = await tx<{ id: string }[]>`
    select c.id from candidates c join candidate_contacts k on k.candidate_id = c.id
    where k.kind in ('personal_email', 'work_email')
      and lower(trim(k.value)) = ${personal_email.trim().toLowerCase()}
      and lower(c.last_name) = ${last_name.trim().toLowerCase()}
    order by c.ordinal limit 1 for update of c`
  return known?.id
}

async function insert(tx: Queryable, { education, ...person }: Person): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into candidates ${tx({ ...person, education: education && tx.json(education), source: SOURCE })}
    returning id`
  if (!row) throw new Error('the person was not inserted')
  return row.id
}

async function update(tx: Queryable, id: string, { education, ...person }: Person) {
  const said = Object.entries({ ...person, education: education && tx.json(education) }).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  await tx`update candidates set ${tx(Object.fromEntries(said))} where id = ${id}`
  return id
}
