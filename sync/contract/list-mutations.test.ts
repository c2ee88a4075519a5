import { expect, it } from 'vitest'
import { LIST_MUTATIONS } from './list-mutations.ts'

const ID = '00000000-0000-4000-8000-000000000001'

it('a list that leaves its team is an export of that team’s, one that joins a team of none', () => {
  const { takesFrom, movesTo } = LIST_MUTATIONS['lists.move']
  expect(takesFrom?.({ owner: 'gulf', id: ID })).toEqual(['gulf'])
  expect(takesFrom?.({ to: 'gulf', id: ID })).toEqual([])
  expect(movesTo?.({ to: 'gulf', id: ID })).toBe('gulf')
  expect(movesTo?.({ owner: 'gulf', id: ID })).toBeNull()
})
