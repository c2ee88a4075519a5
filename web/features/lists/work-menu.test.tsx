import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { assignMany, stageMany } from './choose-for-many.ts'
import { WorkMenu } from './work-menu.tsx'

const { rights, choices } = vi.hoisted(() => ({
  rights: { mayStage: true, mayAssign: true, isTeams: true },
  /** What choosing does, by the words of the choice. */
  choices: new Map<string, () => void>(),
}))
vi.mock('#web/lib/lists/list-rights.ts', () => ({ useListRights: () => rights }))
vi.mock('#web/session/session.ts', () => ({ useActor: () => ({ id: 'me' }) }))
vi.mock('#web/replica/teams.ts', () => ({
  useTeams: () => ({
    teamOf: () => (rights.isTeams ? { id: 'team' } : undefined),
    membersOf: () => [
      { user_id: 'ana', display_name: 'Ana' },
      { user_id: 'me', display_name: 'Myself' },
    ],
  }),
}))
vi.mock('./choose-for-many.ts', () => ({ stageMany: vi.fn(), assignMany: vi.fn() }))
vi.mock('#web/ui/dropdown-menu.tsx', () => ({
  DropdownMenu: ({ trigger, children }: { trigger: ReactNode; children: ReactNode }) => (
    <>
      {trigger}
      {children}
    </>
  ),
  MenuLabel: () => null,
  MenuItem: ({ children, onSelect }: { children: ReactNode; onSelect(): void }) => {
    choices.set(renderToStaticMarkup(children).replaceAll(/<[^>]+>/g, ''), onSelect)
    return null
  },
}))

const LIST = { id: 'a list', owner_id: 'team' } as ListSummary
const PEOPLE = ['ann', 'bo']
const STAGES = ['Contacted', 'Interested', 'Interviewing', 'Offered', 'Placed', 'Declined']

/** The buttons, by their words. */
function show({ people = PEOPLE, isOne = false } = {}): string[] {
  choices.clear()
  const page = renderToStaticMarkup(
    <WorkMenu list={LIST} selected={new Set(people)} isOne={isOne} />,
  )
  return page.match(/<span[^>]*>[^<]+/g)?.map((span) => span.replace(/.*>/, '')) ?? []
}

beforeEach(() => {
  Object.assign(rights, { mayStage: true, mayAssign: true, isTeams: true })
})

it('chooses a stage, and in a team an assignee', () => {
  expect(show()).toEqual(['Stage', 'Assign'])
  expect([...choices.keys()]).toEqual(['No stage', ...STAGES, 'Not assigned', 'Me', 'Ana'])
  choices.get('Placed')?.()
  choices.get('No stage')?.()
  expect(vi.mocked(stageMany).mock.calls).toEqual([
    [LIST, PEOPLE, 'placed'],
    [LIST, PEOPLE, null],
  ])
  for (const name of ['Ana', 'Me', 'Not assigned']) choices.get(name)?.()
  expect(vi.mocked(assignMany).mock.calls).toEqual(
    ['ana', 'me', null].map((assignee) => [LIST, PEOPLE, assignee, true]),
  )
})

it('in a phone’s action bar is one button', () => {
  expect(show({ isOne: true })).toEqual(['Stage and assign'])
  expect(choices.size).toBe(1 + STAGES.length + 3)
})

it.each([
  ['a list of one’s own', { isTeams: false }, ['Stage'], ['No stage', ...STAGES]],
  [
    'a recruiter',
    { mayAssign: false },
    ['Stage', 'Assign'],
    ['No stage', ...STAGES, 'Not assigned', 'Me'],
  ],
  ['a viewer', { mayStage: false, mayAssign: false }, [], []],
])('offers what may be done: %s', (_, may, buttons, offered) => {
  Object.assign(rights, may)
  expect(show()).toEqual(buttons)
  expect(show({ isOne: true }).length).toBe(Math.min(buttons.length, 1))
  show()
  expect([...choices.keys()]).toEqual(offered)
})

it('offers nothing where nobody is selected', () => {
  expect(show({ people: [] })).toEqual([])
})
