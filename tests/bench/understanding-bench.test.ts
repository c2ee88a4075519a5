import { expect, it } from 'vitest'
import { generatePeople } from '#db/generate/people.ts'
import { Random } from '#db/generate/random.ts'
import { drawSentences } from '#tests/integration/sentences.ts'
import { directoryOf } from '#tests/support/directory-of.ts'
import { measureUnderstanding } from './understanding-bench.ts'

it('says how long sentences take, in order, and which took longest', () => {
  const people = Array.from(generatePeople({ people: 50, seed: 1 }), ({ candidate }) => candidate)
  const drawn = drawSentences(new Random(1), people)
  const sentences = Array.from({ length: 40 }, () => drawn.next().value)
  const times = measureUnderstanding(sentences, directoryOf(people))
  expect(times.sentences).toBe(40)
  expect(times.p50).toBeGreaterThan(0)
  expect(times.p95).toBeGreaterThanOrEqual(times.p50)
  expect(times.slowest.ms).toBeGreaterThanOrEqual(times.p99)
  expect(sentences).toContain(times.slowest.sentence)
})
