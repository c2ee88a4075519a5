// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { moveList } from './list-actions.ts'
import { MoveList } from './move-list.tsx'

const { rights } = vi.hoisted(() => ({ rights: { mayDelete: true } }))
vi.mock('#web/lib/lists/list-rights.ts', () => ({ useListRights: () => rights }))
vi.mock('./list-actions.ts', () => ({ moveList: vi.fn() }))
vi.mock('#web/replica/teams.ts', () => ({ useTeams: vi.fn() }))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))

const LIST = { id: 'a list', owner_id: 'gulf', name: 'Night nurses' } as ListSummary
const GULF = { id: 'gulf', name: 'Gulf desk' }

beforeEach(() => {
  vi.mocked(moveList).mockReset()
  rights.mayDelete = true
  setShared(false)
})
afterEach(cleanup)

/** Whether others worked on the list. */
function setShared(is_shared: boolean): void {
  const answer = { rows: is_shared ? [{ is_shared }] : [], status: 'ready' }
  vi.mocked(useLiveQuery).mockReturnValue(answer as never)
}

/** @param team whose the list is. @param isManager whether one may move any of its lists. */
function show(team?: object, isManager = true): void {
  vi.mocked(useTeams).mockReturnValue({
    teams: [GULF],
    teamOf: () => team,
    mayIn: (_: object, action: string) => isManager || action !== 'lists.delete',
  } as unknown as ReturnType<typeof useTeams>)
  render(<MoveList list={LIST} />)
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it.each([
  [
    'Gulf desk',
    undefined,
    GULF,
    'Move Night nurses to Gulf desk',
    'Move “Night nurses” to Gulf desk?',
    'Everybody in Gulf desk will see the list, the people on it and their history.',
  ],
  [
    'one’s own lists',
    GULF,
    null,
    'Move Night nurses to my own lists',
    'Move “Night nurses” to your own lists?',
    'Only you will see the list, the people on it and their history.',
  ],
])('a list moves to %s once who will see it was said', (_, team, target, label, title, words) => {
  show(team)
  press(label)
  const asked = screen.getByRole('alertdialog', { name: title })
  expect(asked.textContent).toContain(words)
  press('Cancel')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(moveList).not.toHaveBeenCalled()
  press(label)
  press('Move list')
  expect(moveList).toHaveBeenCalledExactlyOnceWith(LIST, target)
})

it('a list that one may not delete stays', () => {
  rights.mayDelete = false
  show(GULF)
  expect(screen.queryByRole('button')).toBeNull()
})

it('a list that others worked on stays with its team, says why, and is its managers’ to move', () => {
  setShared(true)
  show(GULF, false)
  press('Move Night nurses to my own lists')
  const said = screen.getByRole('dialog', { name: '“Night nurses” stays in Gulf desk' })
  expect(said.textContent).toContain('An owner or a manager of the team can move it.')
  expect(screen.queryByRole('button', { name: 'Move list' })).toBeNull()
  cleanup()
  show(GULF)
  press('Move Night nurses to my own lists')
  press('Move list')
  expect(moveList).toHaveBeenCalledOnce()
})

it('a list of one’s own that nobody else worked on goes with a recruiter', () => {
  show(GULF, false)
  press('Move Night nurses to my own lists')
  press('Move list')
  expect(moveList).toHaveBeenCalledExactlyOnceWith(LIST, null)
})
