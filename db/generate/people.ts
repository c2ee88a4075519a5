import {
  type CandidateFields,
  cleanCandidate,
  type SourceRecord,
} from '#db/import/clean-candidate.ts'
import type { Profession } from '#db/import/specialties.ts'
import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'
import { asciiSlug, drawContacts, type GeneratedContact } from './contacts.ts'
import { roughen, spellSpecialty } from './legacy-text.ts'
import { drawName } from './names.ts'
import { fakeNpi } from './npi.ts'
import { Organizations } from './organizations.ts'
import type { Region } from './places.ts'
import type { Traits } from './professions.ts'
import { Random } from './random.ts'
import { drawPlaceAndRole, type Role } from './roles.ts'
import { drawEducation } from './schools.ts'
import { weighted } from './weighted.ts'

export interface GenerateOptions {
  people: number
  seed: number
  /** Dates count back from midnight UTC of this day; today by default. */
  now?: Date
}

/** A synthetic professional: the columns of `candidates` that the database does not fill itself. */
export interface GeneratedPerson {
  candidate: CandidateFields & { id: string; source: 'synthetic'; source_updated_at: Date }
  contacts: GeneratedContact[]
}

const LINKEDIN_SHARE = 0.6
const DAY_MS = 86_400_000

const REGION_NAMES: ReadonlyMap<string, string> = new Map([...US_STATES, ...CANADIAN_PROVINCES])
const SCHOOL_REGIONS = US_STATES.map(([, name]) => name)

const drawTitleLevel = weighted<keyof Traits['leaders'] | 'staff'>([
  ['staff', 86],
  ['manager', 7],
  ['director', 5],
  ['vicePresident', 1],
  ['chief', 1],
])
const LEVEL_NAMES = {
  staff: 'Staff',
  manager: 'Manager',
  director: 'Director',
  vicePresident: 'VP',
  chief: 'C-Level',
} as const

/**
 * Generates synthetic professionals one by one: the same seed and day give the same people,
 * including their ids, and a longer run begins with the people of a shorter one. None of them
 * exists.
 */
export function* generatePeople({
  people,
  seed,
  now = new Date(),
}: GenerateOptions): Generator<GeneratedPerson> {
  const random = new Random(seed)
  const organizations = new Organizations(seed, REGION_NAMES)
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
  for (let index = 0; index < people; index++) {
    const id = random.uuid()
    const { region, role } = drawPlaceAndRole(random)
    const record = drawRecord(random, { index, region, role, organizations, today })
    roughen(random, record)
    const fields = cleanCandidate(record)
    const contacts = drawContacts(random, { person: fields, areaCodes: region.areaCodes, today })
    const source_updated_at = new Date(today.getTime() - random.below(900) * DAY_MS)
    yield { candidate: { id, ...fields, source: 'synthetic', source_updated_at }, contacts }
  }
}

interface RecordContext {
  index: number
  region: Region
  role: Role
  organizations: Organizations
  today: Date
}

function drawRecord(random: Random, context: RecordContext): SourceRecord {
  const { index, region, role, organizations, today } = context
  const { profession, traits } = role
  const isWoman = random.chance(traits.womenShare)
  const name = drawName(random, { isWoman, isQuebec: region.code === 'QC' })
  const city = region.drawCity(random)
  const organization = organizations.draw(random, role.drawEmployer(random), region, city)
  const level = drawTitleLevel(random)
  const worksElsewhere = random.chance(0.08)
  const hasLinkedin = random.chance(LINKEDIN_SHARE)
  const regionName = REGION_NAMES.get(region.code) ?? region.code
  return {
    // Canada has no NPIs.
    npi: region.country === 'Canada' ? null : fakeNpi(index),
    first_name: name.first,
    middle_name: name.middle,
    last_name: name.last,
    credential: role.drawCredential(random) || null,
    title: level === 'staff' ? drawStaffTitle(random, profession) : traits.leaders[level],
    title_level: LEVEL_NAMES[level],
    job_function: profession.jobFunction,
    specialty: spellSpecialty(random, profession.specialty),
    organization: organization.name,
    company_size: organization.size,
    company_industry: organization.industry,
    company_revenue: organization.revenue,
    company_domain: organization.domain,
    company_start_date: drawStartMonth(random, today),
    city: worksElsewhere ? region.drawCity(random).name : city.name,
    state: region.code,
    country: region.country,
    office_city: city.name,
    office_state: region.code,
    office_zip: region.drawPostalCode(random),
    // The address is marked as an example: a plain name might be a real person's.
    linkedin_url: hasLinkedin
      ? `https://www.linkedin.com/in/${asciiSlug(`${name.first}-${name.last}`)}-example-${index.toString(36)}`
      : null,
    connections: hasLinkedin ? String(drawConnections(random)) : null,
    gender: isWoman ? 'Female' : 'Male',
    skills: drawSkills(random, role.skills),
    education: drawEducation(random, {
      degrees: () => role.drawDegree(random),
      regionName,
      regionNames: SCHOOL_REGIONS,
    }),
  }
}

function drawStaffTitle(random: Random, { title, specialty, group }: Profession): string {
  const draw = random.next()
  if (group === 'physician') {
    if (draw < 0.09) return 'Attending Physician'
    if (draw < 0.2) return 'Physician'
    if (draw < 0.27 && !title.includes('Physician')) return `${specialty} Physician`
  }
  return draw > 0.95 ? `Senior ${title}` : title
}

/** A start month such as "2019-04", within the last 25 years, mostly recent. */
function drawStartMonth(random: Random, today: Date): string {
  const months = Math.floor(300 * random.next() ** 2)
  const start = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1))
  return start.toISOString().slice(0, 7)
}

/** A number of connections: many have a few dozen, and some thousands. */
function drawConnections(random: Random): number {
  return Math.min(
    9999,
    Math.floor(20 * Math.exp(5 * random.next() * random.next() + random.next())),
  )
}

/** Two to eight skills as comma-separated text; the first ones in the list are more frequent. */
function drawSkills(random: Random, skills: readonly string[]): string {
  const count = 2 + random.below(7)
  const drawn: string[] = []
  for (let i = 0; i < count; i++)
    drawn.push(skills[Math.floor(skills.length * random.next() ** 1.4)] ?? '')
  if (random.chance(0.02)) drawn.push(random.pick(['', ' ', 'null', 'undefined']))
  return drawn.join(', ')
}
