import { expect, it } from 'vitest'
import { MUTATIONS, type MutationName } from '#sync/contract/mutations.ts'
import { mutationWords } from './mutation-words.ts'

it.each(Object.keys(MUTATIONS) as MutationName[])('has words for %s, whatever its args', (name) => {
  expect(mutationWords(name, {})).toMatch(/^[A-Z]\w+/)
})

it('names what was to be made', () => {
  expect(mutationWords('lists.create', { name: 'ICU' })).toBe('New list “ICU”')
  expect(mutationWords('members.add', { candidate_ids: ['a', 'b'] })).toBe(
    '2 people added to a list',
  )
})

it('has none for what is not known here', () => {
  expect(mutationWords('lists.paint' as MutationName, {})).toBeNull()
})
