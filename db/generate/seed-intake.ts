import type { Sql } from '../client.ts'
import { educationText, quotedSkills } from '../submission-text.ts'
import { asciiSlug } from './contacts.ts'
import { type GeneratedPerson, generatePeople } from './people.ts'

/** Another seed than the directory's: people who are not listed yet. */
const SEED = 4711

/** More than a page of them wait. */
const PENDING = 28
const REJECTED = 3
const APPROVED = 4

/** Some of those drawn lack what a resume needs. */
const DRAWN = 100

const HOUR_MS = 3_600_000

/**
 * What came in before the first start: resumes of invented people in every state, and a message.
 * The approved ones are of people of the directory. Addresses and telephone numbers are of the kinds
 * that are reserved for examples.
 */
export async function seedIntake(sql: Sql, now = new Date()): Promise<void> {
  const drawn = [...generatePeople({ people: DRAWN, seed: SEED, now })].map(
    ({ candidate }) => candidate,
  )
  const listed = await sql<Person[]>`select * from candidates order by ordinal limit ${DRAWN}`
  const resumes = [
    ...drawn.filter(isComplete).slice(0, PENDING + REJECTED),
    ...listed.filter(isComplete).slice(0, APPROVED),
  ]
  await sql.begin(async (tx) => {
    for (const [index, person] of resumes.entries()) {
      const at = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
      const isApproved = index >= PENDING + REJECTED
      const status = index < PENDING ? 'pending' : isApproved ? 'approved' : 'rejected'
      await tx`insert into candidate_submissions ${tx({
        ...resumeOf(person),
        phone: `(702) 555-01${String(index).padStart(2, '0')}`,
        status,
        created_at: at(5 + index * 7),
        approved_at: status === 'pending' ? null : at(index),
        candidate_id: isApproved ? person.id : null,
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

function isComplete(person: Person): person is Complete {
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
