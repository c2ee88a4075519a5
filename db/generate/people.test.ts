import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { npiCheckDigit } from '#db/import/npi.ts'
import { professionOfTaxonomy } from '#db/import/specialties.ts'
import { candidateRow } from '#db/schema/candidates.ts'
import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'
import { COMPANY_SIZES } from '#db/schema/vocabulary.ts'
import {
  independent,
  mutualInformation,
  type Pairs,
  shares,
  totalVariation,
} from '#tests/support/contingency-table.ts'
import specialtyByState from './data/specialty-by-state.json' with { type: 'json' }
import { type GeneratedPerson, generatePeople } from './people.ts'
import { Random } from './random.ts'

const NOW = new Date('2026-03-04T15:16:17Z')
const people = [...generatePeople({ people: 40_000, seed: 7, now: NOW })]
const americans = people.filter(({ candidate }) => candidate.country !== 'Canada')

const US_CODES = new Set<string | null>(US_STATES.map(([code]) => code))
const PROVINCE_CODES = new Set<string | null>(CANADIAN_PROVINCES.map(([code]) => code))

describe('generatePeople', () => {
  it('gives the same people for the same seed and day, ids included', () => {
    const options = { people: 300, seed: 11, now: NOW }
    const later = new Date('2026-03-04T23:59:59Z')
    expect([...generatePeople({ ...options, now: later })]).toEqual([...generatePeople(options)])
  })

  it('begins a longer run with the people of a shorter one', () => {
    const short = [...generatePeople({ people: 20, seed: 3, now: NOW })]
    expect([...generatePeople({ people: 60, seed: 3, now: NOW })].slice(0, 20)).toEqual(short)
  })

  it('gives other people for another seed', () => {
    const ids = new Set(people.map(({ candidate }) => candidate.id))
    const others = [...generatePeople({ people: 300, seed: 8, now: NOW })]
    expect(others.filter(({ candidate }) => ids.has(candidate.id))).toEqual([])
  })

  it('DATA-01 gives rows of the directory’s form for any seed', () => {
    const generated = candidateRow.omit({
      ordinal: true,
      source_key: true,
      reactivated_on: true,
      updated_at: true,
      changed_xid: true,
    })
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        for (const { candidate } of generatePeople({ people: 30, seed, now: NOW })) {
          generated.parse(candidate)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('DATA-01 leaves no blank, padded or "null" value in a row', () => {
    const faulty = people
      .flatMap(({ candidate }) => [...Object.values(candidate), ...candidate.skills])
      .filter(
        (value) => typeof value === 'string' && /^(\s.*|.*\s|null|NULL|undefined|)$/.test(value),
      )
    expect(faulty).toEqual([])
  })

  it('has people with parts missing', () => {
    for (const field of ['first_name', 'title', 'specialty', 'city', 'education'] as const) {
      const missing = people.filter(({ candidate }) => candidate[field] === null)
      expect(missing.length, field).toBeGreaterThan(50)
    }
  })

  it('DATA-07 has specialties in more than one spelling', () => {
    const spellings = new Set(people.map(({ candidate }) => candidate.specialty))
    expect([...spellings]).toEqual(
      expect.arrayContaining(['OBGYN', 'Obgyn', 'FAMILY MEDICINE', 'Family Medicine']),
    )
  })

  it('gives every person a different id and NPI', () => {
    const npis = people.flatMap(({ candidate }) => candidate.npi ?? [])
    expect(new Set(people.map(({ candidate }) => candidate.id)).size).toBe(people.length)
    expect(new Set(npis).size).toBe(npis.length)
  })

  it('gives NPIs that nobody can have: the check digit is wrong', () => {
    const npis = people.flatMap(({ candidate }) => candidate.npi ?? [])
    expect(npis.length).toBeGreaterThan(30_000)
    const valid = npis.filter((npi) => Number(npi[9]) === npiCheckDigit(npi.slice(0, 9)))
    expect(valid).toEqual([])
  })

  it('DATA-11 puts about 6 % of people into Canada, with provinces and no NPI', () => {
    const canadians = people.filter(({ candidate }) => candidate.country === 'Canada')
    expect(canadians.length / people.length).toBeCloseTo(0.06, 2)
    for (const { candidate } of canadians) {
      expect(candidate.npi).toBeNull()
      if (candidate.state !== null) expect(PROVINCE_CODES).toContain(candidate.state)
    }
  })

  it('gives an organization one size, revenue and industry wherever it appears', () => {
    for (const field of ['company_size', 'company_revenue', 'company_industry'] as const) {
      const known = new Map<string, string>()
      for (const { candidate } of people) {
        const { organization, [field]: value } = candidate
        if (organization === null || value === null) continue
        expect(value, organization).toBe(known.get(organization) ?? value)
        known.set(organization, value)
      }
    }
    const sizes = new Set(people.map(({ candidate }) => candidate.company_size))
    expect(sizes).toEqual(new Set([...COMPANY_SIZES, null]))
  })

  it('has a few organizations and names of many people and many of few', () => {
    for (const field of ['organization', 'last_name'] as const) {
      const counts = [...countBy(people, ({ candidate }) => candidate[field]).values()].sort(
        (a, b) => b - a,
      )
      const top = counts.slice(0, counts.length / 100).reduce((sum, count) => sum + count, 0)
      expect(top / people.length, field).toBeGreaterThan(0.1)
      expect(counts.filter((count) => count === 1).length / counts.length, field).toBeGreaterThan(
        0.2,
      )
    }
  })

  it('gives nobody the same name twice', () => {
    const doubled = people.filter(({ candidate: { first_name, middle_name, last_name } }) => {
      const given = [first_name, middle_name].filter((name) => name !== null)
      const family = last_name?.split('-') ?? []
      return [given, family].some((names) => new Set(names).size < names.length)
    })
    expect(doubled).toEqual([])
  })

  it('draws names by profession: most midwives are women, most podiatrists men', () => {
    const womenAmong = (specialty: string) => {
      const known = people.filter(
        ({ candidate }) => candidate.specialty === specialty && candidate.gender,
      )
      return known.filter(({ candidate }) => candidate.gender === 'Female').length / known.length
    }
    expect(womenAmong('Nurse Midwife')).toBeGreaterThan(0.9)
    expect(womenAmong('Podiatry')).toBeLessThan(0.5)
  })
})

describe('contacts', () => {
  const contacts = people.flatMap((person) => person.contacts)

  it('can reach nobody', () => {
    for (const { kind, value } of contacts) {
      if (kind === 'personal_email') expect(value).toMatch(/^[a-z.-]+\d+@example\.com$/)
      else if (kind === 'work_email') expect(value).toMatch(/^[a-z.-]+@[a-z0-9-]+\.example\.org$/)
      else expect(value).toMatch(/^\(\d{3}\) 555-01\d\d$/)
    }
  })

  it('were verified within two years before the day, some never', () => {
    const times = contacts.flatMap(({ verified_at }) => verified_at?.getTime() ?? [])
    expect(times.length / contacts.length).toBeCloseTo(0.82, 1)
    expect(Math.max(...times.slice(0, 50_000))).toBe(Date.UTC(2026, 2, 4))
    expect(Math.min(...times.slice(0, 50_000))).toBeGreaterThan(Date.UTC(2024, 2, 3))
  })
})

describe('the table of specialties by state', () => {
  const generated = shares(specialtyPairs(americans))
  const counted = shares(countedPairs())

  it('follows the public registry', () => {
    // Sampling alone causes about a tenth of distance at this size; the rest is the shrinking of rare
    // cells.
    expect(totalVariation(generated, counted)).toBeLessThan(0.2)
    expect(totalVariation(generated, counted)).toBeLessThan(
      0.75 * totalVariation(independent(counted), counted),
    )
  })

  it('is not the product of its margins', () => {
    const random = new Random(1)
    const shuffled = specialtyPairs(americans)
    for (let i = shuffled.length - 1; i > 0; i--) {
      const [a, b] = [shuffled[i], shuffled[random.below(i + 1)]]
      if (a && b) [a[0], b[0]] = [b[0], a[0]]
    }
    expect(mutualInformation(generated)).toBeGreaterThan(2 * mutualInformation(shares(shuffled)))
  })
})

function countBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, number> {
  const counts = new Map<K, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}

/** [specialty, state, 1] for each person who has both, spellings merged. */
function specialtyPairs(from: readonly GeneratedPerson[]): Pairs {
  return from.flatMap(({ candidate: { specialty, state } }): Pairs => {
    if (specialty === null || !US_CODES.has(state) || state === null) return []
    const folded = specialty.toLowerCase()
    return [[folded === 'obgyn' ? 'obstetrics & gynecology' : folded, state, 1]]
  })
}

/** A week of the registry's figures when they lie beside the project, else those it ships. */
function countedPairs(): Pairs {
  const file = '../shared/data/distribution/derived_taxonomy_by_state_week2019.csv'
  if (!existsSync(file)) return shippedPairs()
  const rows: { state: string; code: string; count: string }[] = parse(readFileSync(file), {
    columns: true,
  })
  return rows.flatMap(({ state, code, count }): Pairs => {
    const profession = professionOfTaxonomy(code)
    if (!profession || !US_CODES.has(state)) return []
    return [[profession.specialty.toLowerCase(), state, Number(count)]]
  })
}

function shippedPairs(): Pairs {
  return Object.entries(specialtyByState.weights).flatMap(([specialty, weights]) =>
    weights.map((weight, i): Pairs[number] => [
      specialty.toLowerCase(),
      specialtyByState.states[i] ?? '',
      weight,
    ]),
  )
}
