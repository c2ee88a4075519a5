import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { understand } from '#api/services/search/understanding/understand.ts'
import { generatePeople } from '#db/generate/people.ts'
import { Random } from '#db/generate/random.ts'
import { drawSentences } from '#tests/integration/sentences.ts'
import { directoryOf } from '#tests/support/directory-of.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { buildSegment } from './segment-builder.ts'

const NOW = new Date('2026-01-01')

const people: SearchDocument[] = Array.from(
  generatePeople({ people: 2000, seed: 5, now: NOW }),
  ({ candidate }, index) => ({
    ...candidate,
    ordinal: index,
    changed_xid: '1',
    contacts: [],
  }),
)

let engine: EmbeddedEngine

beforeAll(async () => {
  engine = new EmbeddedEngine(
    await buildSegment(
      (async function* () {
        yield people
      })(),
    ),
  )
  await engine.vocabulary.prepare()
})
afterAll(() => engine.close())

it('reads 1,000 sentences as a plain reading of the same people does', () => {
  const plain = directoryOf(people)
  const sentences = drawSentences(new Random(3), people)
  for (let drawn = 0; drawn < 1000; drawn++) {
    const sentence = sentences.next().value
    const { clauses, interpretation } = understand(sentence, engine.vocabulary)
    const expected = understand(sentence, plain)
    expect({ sentence, interpretation }).toEqual({
      sentence,
      interpretation: expected.interpretation,
    })
    expect(clauses).toEqual(expected.clauses)
  }
})

it('knows who came since the index was built', async () => {
  const read = (text: string) =>
    understand(text, engine.vocabulary).interpretation.map(({ kind, values }) => [kind, values[0]])
  expect(read('Zzyzx')).toEqual([['word', 'zzyzx']])
  const newcomer = people[0]
  if (!newcomer) throw new Error('nobody was generated')
  await engine.upsert([
    {
      ...newcomer,
      ordinal: people.length,
      last_name: 'Quxley',
      city: 'Zzyzx',
      state: 'CA',
      organization: 'Plugh Memorial Clinic',
      specialty: 'Narrative Xenobiology',
    },
    // The city is known only in another state.
    { ...newcomer, ordinal: people.length + 1, city: 'Houston', state: 'NL' },
  ])
  expect(read('dr quxley')).toEqual([['name', 'Quxley']])
  expect(read('Zzyzx')).toEqual([['city', 'Zzyzx']])
  expect(read('zzyzx ca')).toEqual([['city', 'Zzyzx, CA']])
  expect(read('houston nl')).toEqual([['city', 'Houston, NL']])
  expect(read('narrative xenobiology')).toEqual([['specialty', 'Narrative Xenobiology']])
  expect(read('plugh memorial')).toEqual([['organization', 'Plugh Memorial']])
})
