import { expect, it } from 'vitest'
import { FREE_ACTOR, openedBy } from './grant-preview.ts'

it('USERS-07 says what a grant opens to an account without a plan', () => {
  expect(openedBy(FREE_ACTOR, 'full_access')).toEqual([
    'Search the directory',
    'Reveal contacts',
    'Export people',
    'Create lists',
    'Fill lists',
    'Star people and take notes',
    'Save searches',
  ])
  expect(openedBy(FREE_ACTOR, 'export')).toEqual([
    'Search the directory',
    'Export people',
    'Save searches',
  ])
})

it('says that a grant opens nothing to who has it all by plan or by another grant', () => {
  const subscriber = { role: 'subscriber', tier: 'premium', grants: [] } as const
  expect(openedBy(subscriber, 'full_access')).toEqual([])
  const demo = { role: 'demo', tier: null, grants: ['export'] } as const
  expect(openedBy(demo, 'export')).toEqual([])
  expect(openedBy(demo, 'createLists')).toEqual(['Create lists'])
  // A grant is for demo accounts: it adds nothing to a plan.
  const enterprise = { role: 'subscriber', tier: 'enterprise', grants: [] } as const
  expect(openedBy(enterprise, 'export')).toEqual([])
})
