import { expect, it } from 'vitest'
import { directoryOf } from '#tests/support/directory-of.ts'
import { TOKEN_SAMPLE } from '#tests/support/token-sample.ts'
import { wordByWord } from './text-query.ts'
import type { Directory } from './understanding/directory.ts'
import { openUnderstanding, understoodFilters } from './understood.ts'

it('takes each word as it was typed while nobody knows the directory', () => {
  const understand = openUnderstanding({ vocabulary: () => undefined })
  expect(understand('nurse texas')).toEqual({
    clauses: wordByWord('nurse texas'),
    interpretation: [],
  })
})

it('keeps nothing of what was read while nobody knew the directory', () => {
  let people: Directory | undefined
  const understand = openUnderstanding({ vocabulary: () => people })
  understand('cardiologist texas')
  people = directoryOf(TOKEN_SAMPLE)
  const { interpretation } = understand('cardiologist texas', true)
  expect(interpretation.map(({ kind }) => kind)).toEqual(['specialty', 'state'])
})

it('reads a first page anew and later pages as the first was read', () => {
  let people = directoryOf([])
  const understand = openUnderstanding({ vocabulary: () => people })
  const before = understand('xylophonist houston')
  people = directoryOf([{ city: 'Houston', state: 'TX' }])
  expect(understand('xylophonist houston', true)).toBe(before)
  const anew = understand('xylophonist houston')
  expect(anew.interpretation.map(({ kind }) => kind)).toContain('city')
  expect(understand('xylophonist houston', true)).toBe(anew)
})

it('says nothing of a text that is taken exactly, nor of none', () => {
  const understand = openUnderstanding({ vocabulary: () => undefined })
  const exactly = understoodFilters(understand, { query: 'Nurse', exact: true })
  expect(exactly).toEqual({ clauses: wordByWord('nurse') })
  expect(understoodFilters(understand, { query: '  ', exact: false })).toEqual({ clauses: [] })
})

it('keeps how the last thousand texts were read, the latest longest', () => {
  const people = directoryOf([])
  const understand = openUnderstanding({ vocabulary: () => people })
  understand('houston')
  const oldest = understand('reno 0')
  for (let i = 1; i < 999; i++) understand(`reno ${i}`)
  const anew = understand('houston')
  understand('dallas')
  expect(understand('houston', true)).toBe(anew)
  expect(understand('reno 0', true)).not.toBe(oldest)
})
