import { expect, it } from 'vitest'
import { searchFilters } from '#api/contract/search.ts'
import { clausesOf } from './clauses.ts'

it('a word is looked up once, however often it is written', () => {
  const filters = searchFilters.parse({ education: ['of Ohio of of'] })
  const value = 'a '.repeat(100)
  const text = [{ anyOf: [{ field: 'name', how: 'words', value } as const], isExcluded: false }]
  const atoms = clausesOf({ filters, text }).flatMap(({ alternatives }) =>
    alternatives.map((alternative) => alternative.atoms.map(({ term }) => term.slice(1))),
  )
  expect(atoms).toEqual([['of', 'ohio'], ['a']])
})
