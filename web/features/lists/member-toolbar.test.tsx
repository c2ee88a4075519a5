import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { MemberToolbar, NO_FILTERS } from './member-toolbar.tsx'

/** What choosing does, by the label of the choice. */
const { choices } = vi.hoisted(() => ({ choices: new Map<string, (value: string) => void>() }))
vi.mock('#web/ui/select.tsx', () => ({
  Select: ({ label, onValueChange }: { label: string; onValueChange(value: string): void }) => {
    choices.set(label, onValueChange)
    return null
  },
}))
vi.mock('#web/replica/teams.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/replica/teams.ts')>()),
  useTeams: () => ({
    teamOf: () => ({ name: 'Gulf desk' }),
    membersOf: () => [],
    mayIn: () => false,
  }),
}))

it.each([
  ['Stage', 'placed', { stage: 'placed' }],
  ['Contact', 'not_of_late', { touches: 'not_of_late' }],
  ['Assigned to', 'ben', { assignee: 'ben' }],
])('the choice "%s" filters by it', (label, value, change) => {
  const onFilter = vi.fn()
  renderToStaticMarkup(
    <MemberToolbar
      list={{ id: 'a list', owner_id: 'a team' } as ListSummary}
      pageIds={[]}
      isOnlyPage
      selected={new Set()}
      select={() => undefined}
      filters={NO_FILTERS}
      onFilter={onFilter}
      order="added-desc"
      onOrder={() => undefined}
    />,
  )
  choices.get(label)?.(value)
  expect(onFilter).toHaveBeenCalledExactlyOnceWith(change)
})
