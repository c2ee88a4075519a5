import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { useTeams } from '#web/replica/teams.ts'
import { moveList } from './list-actions.ts'
import { MoveList } from './move-list.tsx'

const { rights, chosen } = vi.hoisted(() => ({
  rights: { mayDelete: true },
  chosen: { press: (): void => undefined },
}))
vi.mock('#web/lib/list-rights.ts', () => ({ useListRights: () => rights }))
vi.mock('./list-actions.ts', () => ({ moveList: vi.fn() }))
vi.mock('#web/replica/teams.ts', () => ({ useTeams: vi.fn() }))
vi.mock('#web/ui/button.tsx', () => ({
  IconButton: ({ label, onClick }: { label: string; onClick(): void }) => {
    chosen.press = onClick
    return label
  },
}))

const LIST = { id: 'a list', owner_id: 'gulf', name: 'Night nurses' } as ListSummary
const GULF = { id: 'gulf', name: 'Gulf desk' }

/** The button's words. @param team whose the list is. */
function shown(team?: object): string {
  vi.mocked(useTeams).mockReturnValue({
    teams: [GULF],
    teamOf: () => team,
    mayIn: () => true,
  } as unknown as ReturnType<typeof useTeams>)
  return renderToStaticMarkup(<MoveList list={LIST} />)
}

it('a list of a team moves to one’s own lists, and one’s own to the only team', async () => {
  expect(shown(GULF)).toBe('Move Night nurses to my own lists')
  chosen.press()
  expect(moveList).toHaveBeenLastCalledWith(LIST, null)
  expect(shown()).toBe('Move Night nurses to Gulf desk')
  chosen.press()
  expect(moveList).toHaveBeenLastCalledWith(LIST, GULF)
})

it('a list that one may not delete stays', () => {
  rights.mayDelete = false
  expect(shown(GULF)).toBe('')
})
