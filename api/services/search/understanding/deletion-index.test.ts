import { expect, it } from 'vitest'
import { Random } from '#db/generate/random.ts'
import { DeletionIndex } from './deletion-index.ts'
import { editsAllowed, editsBetween } from './edits.ts'

const indexOf = (words: readonly string[]) =>
  DeletionIndex.of({ size: words.length, at: (place) => words[place] ?? '' })

it.each([
  ['cardiolgist', 'cardiologist', 1],
  ['nruse', 'nurse', 1],
  ['houstonn', 'houston', 1],
  ['houstan', 'houston', 1],
  ['pediatrican', 'pediatrician', 1],
  ['neurlogst', 'neurologist', 2],
  ['nurse', 'nurse', 0],
  ['nurse', 'texas', 3],
])('%s is %s with %i edits (3 stands for more than 2)', (a, b, edits) => {
  expect(editsBetween(a, b, 2)).toBe(edits)
  expect(editsBetween(b, a, 2)).toBe(edits)
})

it('allows one edit from 5 letters and two from 8', () => {
  expect(['four', 'fives', 'sevenso', 'eightsof'].map(editsAllowed)).toEqual([0, 1, 1, 2])
  expect(editsAllowed('a'.repeat(200))).toBe(0)
})

it('prefers fewer edits, then the word of more people', () => {
  expect(indexOf(['martin', 'marten', 'marlin']).nearest('martan')).toEqual({
    word: 'martin',
    edits: 1,
  })
  expect(indexOf(['neurology', 'urologyst']).nearest('urologys')).toEqual({
    word: 'urologyst',
    edits: 1,
  })
})

it('finds what comparing with every word finds', () => {
  const random = new Random(11)
  const draw = (letters: number) =>
    Array.from({ length: letters }, () => random.pick([...'abcde'])).join('')
  const words = [...new Set(Array.from({ length: 600 }, () => draw(4 + random.below(8))))]
  const index = indexOf(words)
  let found = 0
  for (let asked = 0; asked < 1500; asked++) {
    const word = draw(5 + random.below(7))
    const allowed = editsAllowed(word)
    const best = words
      .map((candidate, place) => ({
        candidate,
        place,
        edits: editsBetween(word, candidate, allowed),
      }))
      .filter(({ edits }) => edits <= allowed)
      .sort((a, b) => a.edits - b.edits || a.place - b.place)[0]
    expect({ word, found: index.nearest(word)?.word }).toEqual({ word, found: best?.candidate })
    if (best) found += 1
  }
  expect(found).toBeGreaterThan(200)
})
