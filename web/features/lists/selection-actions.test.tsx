import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { removeMembers } from './list-actions.ts'
import { MemberToolbar, NO_FILTERS } from './member-toolbar.tsx'

const { rights, presses, restricted } = vi.hoisted(() => ({
  rights: { mayWrite: true, mayExport: true },
  /** What presses do, by the words of the button. */
  presses: new Map<string, () => void>(),
  /** The words of buttons that look as if they do nothing. */
  restricted: new Set<string>(),
}))
vi.mock('#web/lib/lists/list-rights.ts', () => ({ useListRights: () => rights }))
vi.mock('./list-actions.ts', () => ({ removeMembers: vi.fn() }))
vi.mock('./bulk-reveal.tsx', () => ({ BulkReveal: () => null }))
vi.mock('#web/ui/select.tsx', () => ({ Select: () => null }))
vi.mock('#web/ui/button.tsx', () => ({
  Button: ({ children, onClick, ...props }: { children: ReactNode; onClick(): void }) => {
    const words = renderToStaticMarkup(children).replaceAll(/<[^>]+>/g, '')
    presses.set(words, onClick)
    if ('data-restricted' in props && props['data-restricted']) restricted.add(words)
    return null
  },
}))

const select = vi.fn()
const onFilter = vi.fn()
function show(selected = ['ada', 'ben']) {
  presses.clear()
  restricted.clear()
  renderToStaticMarkup(
    <MemberToolbar
      list={{ id: 'a list', owner_id: 'me' } as ListSummary}
      pageIds={['ada', 'ben']}
      isOnlyPage
      selected={new Set(selected)}
      select={select}
      filters={NO_FILTERS}
      onFilter={onFilter}
      order="added-desc"
      onOrder={() => undefined}
    />,
  )
}

beforeEach(() => {
  vi.resetAllMocks()
  Object.assign(rights, { mayWrite: true, mayExport: true })
})

it('LISTS-19 people who were removed are selected no more, and the first page is shown', async () => {
  show()
  vi.mocked(removeMembers).mockResolvedValue(['ada'])
  presses.get('Remove')?.()
  await vi.waitFor(() => expect(onFilter).toHaveBeenCalledExactlyOnceWith({ page: 1 }))
  expect(select).toHaveBeenCalledExactlyOnceWith(['ada'], false)
})

it('LISTS-19 where none could be removed, selection and page stay', async () => {
  show()
  const failing = Promise.resolve([])
  vi.mocked(removeMembers).mockReturnValue(failing)
  presses.get('Remove')?.()
  await failing
  expect(select).not.toHaveBeenCalled()
  expect(onFilter).not.toHaveBeenCalled()
})

it.each([
  [true, false, ['Remove']],
  [false, true, ['Export']],
])('offers what the account may do with the list', (mayWrite, mayExport, offered) => {
  Object.assign(rights, { mayWrite, mayExport })
  show()
  expect([...presses.keys()]).toEqual(offered)
})

it('with nobody selected Export and Remove look as if they do nothing', () => {
  show([])
  expect([...restricted]).toEqual(['Export', 'Remove'])
  show()
  expect([...restricted]).toEqual([])
})
