import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { WatchRow } from '#db/schema/watches.ts'
import { setWatch } from './watch-actions.ts'
import { WatchControl } from './watch-control.tsx'

vi.mock('./watch-actions.ts', () => ({ setWatch: vi.fn() }))
/** What choosing does, by the words of the choice; and which is told as chosen. */
const { choices, checked } = vi.hoisted(() => ({
  choices: new Map<string, () => void>(),
  checked: [] as string[],
}))
vi.mock('#web/ui/dropdown-menu.tsx', () => ({
  DropdownMenu: ({ children }: { children: ReactNode }) => children,
  MenuLabel: () => null,
  MenuItem: ({
    children,
    onSelect,
    ...item
  }: {
    children: string
    onSelect(): void
    role: string
    'aria-checked': boolean
  }) => {
    choices.set(children, onSelect)
    expect(item.role).toBe('menuitemradio')
    if (item['aria-checked']) checked.push(children)
    return null
  },
}))

const SEARCH = { id: 'a search', owner_id: 'me', name: 'Nights' } as never

it('another way to be told is set, and the present one is not set again', () => {
  const watch = { cadence: 'daily' } as WatchRow
  renderToStaticMarkup(<WatchControl search={SEARCH} watch={watch} />)
  expect([...choices.keys()]).toEqual(['Off', 'Daily, by mail', 'At once'])
  expect(checked).toEqual(['Daily, by mail'])
  choices.get('Daily, by mail')?.()
  expect(setWatch).not.toHaveBeenCalled()
  choices.get('Off')?.()
  choices.get('At once')?.()
  expect(vi.mocked(setWatch).mock.calls).toEqual([
    [SEARCH, null],
    [SEARCH, 'at_once'],
  ])
})
