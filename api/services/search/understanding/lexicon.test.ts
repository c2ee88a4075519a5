import { expect, it } from 'vitest'
import { professionOf } from '#db/import/specialties.ts'
import {
  phrasesOf,
  resolveConcept,
  secondConcept,
  specialtyKey,
  TRADE,
  tradeConcept,
} from './lexicon.ts'
import { phraseKey } from './normal-form.ts'
import { CONCEPTS } from './trade/concepts.ts'
import { OTHER_MEANINGS } from './trade/other-meanings.ts'
import { SOURCES } from './trade/row.ts'

const rows = TRADE.flatMap((row) => phrasesOf(row).map((phrase) => ({ ...phrase, row })))

it('has at least 600 words of the trade, each with its source', () => {
  expect(new Set(rows.map(({ key }) => key)).size).toBeGreaterThanOrEqual(600)
  for (const [concept, source] of TRADE)
    expect(SOURCES, `source of ${concept}`).toHaveProperty(source)
})

it('gives no phrase two meanings', () => {
  const concepts = new Map<string, string>()
  for (const { phrase, key, row } of rows) {
    expect(key, `"${phrase}" has no letters`).not.toBe('')
    expect(concepts.get(key) ?? row[0], `"${phrase}" has two meanings`).toBe(row[0])
    concepts.set(key, row[0])
  }
})

it('resolves every concept without a loop, down to specialties that the directory has', () => {
  for (const id of [...Object.keys(CONCEPTS), ...TRADE.map(([concept]) => concept)]) {
    const { specialties, titles, credentials, skills, values } = resolveConcept(id)
    for (const specialty of specialties)
      expect(professionOf(specialty), `${id}: ${specialty}`).toBeDefined()
    expect([...specialties, ...titles, ...credentials, ...skills], id).not.toEqual([])
    expect(values, id).not.toEqual([])
  }
})

it('reaches every concept by some phrase', () => {
  const reached = new Set(rows.map(({ row }) => row[0]))
  for (const { includes = [] } of Object.values(CONCEPTS))
    for (const id of includes) reached.add(id)
  const unreached = Object.keys(CONCEPTS).filter((id) => !reached.has(id) && !professionOf(id))
  expect(unreached).toEqual([])
})

it.each([
  ['cardiologists', 'cardiology'],
  ['paediatricians', 'pediatrics'],
  ['orthopaedic surgeons', 'ortho surgery'],
  ['midwives', 'midwife'],
  ['labor & delivery', 'l d'],
  ['speech-language pathologists', 'slp'],
])('takes %s and %s for the same', (one, other) => {
  const concept = (text: string) => tradeConcept(phraseKey(text.match(/[a-z]+/g) ?? []))
  expect(concept(one)).toBeDefined()
  expect(concept(one)).toBe(concept(other))
})

it('takes a source’s name for a specialty for ours, and a wider field for none', () => {
  expect(specialtyKey('OBGYN')).toBe(specialtyKey('Obstetrics & Gynecology'))
  expect(specialtyKey("Men's Health")).not.toBe(specialtyKey('Urology'))
  expect(specialtyKey('Occupational Health')).not.toBe(specialtyKey('Occupational Medicine'))
})

it('gives a second meaning only to words that have a first, beside concepts that there are', () => {
  for (const { phrases, concept, beside } of OTHER_MEANINGS) {
    expect(tradeConcept(phraseKey(concept.split(' ')))?.id, 'its id asks for it').toBe(concept)
    for (const phrase of phrases.split(', ')) {
      const first = tradeConcept(phraseKey(phrase.split(' ')))
      const second = secondConcept(phraseKey(phrase.split(' ')))
      expect(first, phrase).toBeDefined()
      expect(second, phrase).toBeDefined()
      expect(second?.concept, phrase).not.toBe(first)
    }
    for (const id of beside) expect(() => resolveConcept(id), id).not.toThrow()
  }
})
