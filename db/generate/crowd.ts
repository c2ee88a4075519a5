import { asciiSlug } from './contacts.ts'
import { generatePeople } from './people.ts'
import { Random } from './random.ts'

/** The mail domains of the synthetic accounts; they do not exist, as .test is reserved. */
const AGENCIES = ['larkspur-staffing.test', 'northgate-talent.test', 'clearwater-recruiting.test']

const SOURCES = [
  'A colleague at another agency',
  'Conference in Chicago',
  'Web search',
  'LinkedIn',
  'A podcast about locum tenens',
]

/** The seed differs from the directory's: these people are not listed. */
const SEED = 90_210

export const CROWD_SIZE = 40
/** The days within which they signed up. */
export const CROWD_DAYS = 90

/** A synthetic account, the same on every machine. */
export interface CrowdAccount {
  id: string
  email: string
  name: string
  source: string | null
  /** Days since the sign-up; fractions are hours. */
  age: number
  /** Its plan at the billing stand-in. */
  plan: 'price_monthly' | 'price_annual' | null
  /**
   * Days since each sign-in, since each reveal of one person, and since each export with its size.
   */
  signIns: number[]
  reveals: number[]
  exports: { age: number; count: number; format: 'csv' | 'xlsx' }[]
  grant: { age: number; days: number | null; notes: string } | null
  /** Days since it was banned. */
  banned: number | null
}

/** Generates the accounts: more sign-ups are recent than early, and a third of the accounts pay. */
export function crowd(): CrowdAccount[] {
  const random = new Random(SEED)
  const people = [...generatePeople({ people: CROWD_SIZE * 2, seed: SEED, now: new Date(0) })]
  return people.slice(0, CROWD_SIZE).map(({ candidate }, index) => {
    const age = CROWD_DAYS * (1 - (index + random.next()) / CROWD_SIZE) ** 1.4
    const past = (count: number) =>
      Array.from({ length: count }, () => random.next() * age).sort((a, b) => b - a)
    const first = candidate.first_name ?? 'Ada'
    const last = candidate.last_name ?? 'Vale'
    const plan = random.chance(0.35)
      ? random.pick(['price_monthly', 'price_monthly', 'price_annual'] as const)
      : null
    return {
      id: random.uuid(),
      email: `${asciiSlug(first)}.${asciiSlug(last)}${index}@${random.pick(AGENCIES)}`,
      name: `${first} ${last}`,
      source: random.chance(0.7) ? random.pick(SOURCES) : null,
      age,
      plan,
      signIns: past(1 + random.below(plan ? 20 : 4)),
      reveals: plan ? past(random.below(60)) : [],
      exports: plan
        ? past(random.below(7)).map((at) => ({
            age: at,
            count: 1 + random.below(400),
            format: random.pick(['csv', 'csv', 'xlsx'] as const),
          }))
        : [],
      grant: !plan && random.chance(0.3) ? grantOf(random, age) : null,
      banned: index % 19 === 7 ? age / 2 : null,
    }
  })
}

function grantOf(random: Random, age: number): CrowdAccount['grant'] {
  return {
    age: Math.min(age, 1 + random.below(20)),
    days: random.pick([null, 1, 7, 30]),
    notes: random.pick([
      'Shown at the spring fair',
      'Asked for a trial by mail',
      'A hospital group',
    ]),
  }
}
