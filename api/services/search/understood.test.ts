import { expect, it } from 'vitest'
import { directoryOf } from '../../../tests/support/directory-of.ts'
import { TOKEN_SAMPLE } from '../../../tests/support/token-sample.ts'
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

it('reads a first page anew and later pages as the first was read', () => {
  let people: Directory | undefined
  const understand = openUnderstanding({ vocabulary: () => people })
  const before = understand('xylophonist texas')
  people = directoryOf(TOKEN_SAMPLE)
  expect(understand('xylophonist texas', true)).toBe(before)
  const anew = understand('xylophonist texas')
  expect(anew.interpretation.map(({ kind }) => kind)).toContain('state')
  expect(understand('xylophonist texas', true)).toBe(anew)
})

it('says nothing of a text that is taken exactly, nor of none', () => {
  const understand = openUnderstanding({ vocabulary: () => undefined })
  const exactly = understoodFilters(understand, { query: 'Nurse', exact: true })
  expect(exactly).toEqual({ clauses: wordByWord('nurse') })
  expect(understoodFilters(understand, { query: '  ', exact: false })).toEqual({ clauses: [] })
})
