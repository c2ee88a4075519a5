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
  const people = [{ candidate_id: 'a' }, { candidate_id: 'b' }, { candidate_id: 'c' }]
  expect(mutationWords('members.stage_many', { people })).toBe('Stage of 3 people on a list')
  expect(mutationWords('members.assign_many', { people, assignee: 'ana' })).toBe(
    '3 people assigned',
  )
})

it('has none for what is not known here', () => {
  expect(mutationWords('lists.paint' as MutationName, {})).toBeNull()
})
