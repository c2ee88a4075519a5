import type { Sql } from '#db/client.ts'
import { educationText, quotedSkills } from '#db/submission-text.ts'
import { asciiSlug } from './contacts.ts'
import { type GeneratedPerson, generatePeople } from './people.ts'

/** The seed differs from the directory's: these people are not listed yet. */
const SEED = 4711

/** The number of pending submissions, which is more than a page. */
const PENDING = 28
const REJECTED = 3
const APPROVED = 4
/** The number of pending submissions of listed people, with changes. */
const MATCHING = 2

/** The number of people generated; some lack fields that a resume needs. */
const DRAWN = 100

const HOUR_MS = 3_600_000

/**
 * Creates submissions from before the first start: confirmed resumes of synthetic people in every
 * status, and a message. The approved ones, and some pending ones, are of people in the directory.
 * Addresses and telephone numbers are reserved for examples.
 */
export async function seedIntake(sql: Sql, now = new Date()): Promise<void> {
  const drawn = [...generatePeople({ people: DRAWN, seed: SEED, now })].map(
    ({ candidate }) => candidate,
  )
  const listed = await sql<Person[]>`select * from candidates order by ordinal limit ${DRAWN}`
  const reachable = await sql<(Person & { personal_email: string })[]>`
    select c.*, k.value as personal_email
    from candidates c join candidate_contacts k on k.candidate_id = c.id
    where k.kind = 'personal_email' and cardinality(c.skills) > 0
    order by c.ordinal desc limit ${DRAWN}`
  const strangers = drawn.filter(isComplete)
  const waiting = strangers.slice(0, PENDING).map((person) => ({ ...resumeOf(person), ...WAITING }))
  const rejected = strangers.slice(PENDING, PENDING + REJECTED).map((person) => ({
    ...resumeOf(person),
    status: 'rejected',
    candidate_id: null,
  }))
  const approved = listed
    .filter(isComplete)
    .slice(0, APPROVED)
    .map((person) => ({ ...resumeOf(person), status: 'approved', candidate_id: person.id }))
  const matching = reachable
    .filter(isComplete)
    .slice(0, MATCHING)
    .map((person, index) => ({ ...newsOf(person, strangers[index]), ...WAITING }))
  const resumes = [...matching, ...waiting, ...rejected, ...approved]
  await sql.begin(async (tx) => {
    for (const [index, resume] of resumes.entries()) {
      const at = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
      const sentHoursAgo = 5 + index * 7
      await tx`insert into candidate_submissions ${tx({
        ...resume,
        phone: `(702) 555-01${String(index).padStart(2, '0')}`,
        created_at: at(sentHoursAgo),
        confirmed_at: at(sentHoursAgo - 1),
        approved_at: resume.status === 'pending' ? null : at(index),
      })}`
    }
    await tx`insert into contact_messages ${tx({
      name: 'Morgan Example',
      email: 'morgan@example.org',
      subject: 'A plan for six recruiters',
      message: 'We are six people in one agency. What would a plan for all of us cost?',
      created_at: new Date(now.getTime() - 20 * HOUR_MS),
    })}`
  })
}

const WAITING = { status: 'pending', candidate_id: null }

/** A submission of a listed person who has moved to another person's employer. */
function newsOf(
  person: Complete & { personal_email: string },
  colleague: Pick<Person, 'organization'> | undefined,
) {
  return {
    ...resumeOf(person),
    personal_email: person.personal_email,
    organization: colleague?.organization ?? person.organization,
    skills: quotedSkills([...person.skills, 'Telemedicine']),
  }
}

function resumeOf(person: Complete) {
  const { first_name, middle_name, last_name, title, organization, specialty } = person
  const { city, state, country, linkedin_url, education, skills } = person
  return {
    ...{ first_name, middle_name, last_name, title, organization, specialty },
    ...{ city, state, country, linkedin_url: linkedin_url ?? '' },
    personal_email: `${asciiSlug(`${first_name}.${last_name}`)}@example.com`,
    education: schoolsOf(education),
    skills: quotedSkills(skills),
  }
}

type Person = GeneratedPerson['candidate']
type Told = 'first_name' | 'last_name' | 'title' | 'organization' | 'specialty'
type Place = 'city' | 'state' | 'country'
type Complete = Person & Record<Told | Place, string>

function isComplete<T extends Person>(person: T): person is T & Complete {
  const { first_name, last_name, title, organization, specialty, city, state, country } = person
  return [first_name, last_name, title, organization, specialty, city, state, country].every(
    (value) => value !== null,
  )
}

function schoolsOf(education: Person['education']): string | null {
  if (!Array.isArray(education)) return education
  return educationText(
    education.flatMap(({ school, degree }) => (degree ? [{ school, degree }] : [])),
  )
}
