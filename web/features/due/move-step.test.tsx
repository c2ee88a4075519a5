// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DueStep } from '#sync/contract/outreach-queries.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { addActivity } from '#web/outreach/activity-actions.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { DueScreen } from './due-screen.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('#web/outreach/activity-actions.ts', () => ({ addActivity: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 15), toFake: ['Date'] })
  vi.mocked(addActivity).mockReset().mockResolvedValue(true)
  toastStore.current = null
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  toastStore.current = null
})

const stepOf = (id: string, first_name: string, next_on: string): DueStep => ({
  id,
  owner_id: 'gulf',
  list_id: null,
  candidate_id: id,
  card: { first_name, last_name: 'Vale' } as DueStep['card'],
  kind: 'next',
  value: null,
  words: 'Send the contract',
  happened_at: new Date(2026, 10, 20),
  next_on,
})
const ADA = stepOf('ada', 'Ada', '2026-11-20')
const BO = stepOf('bo', 'Bo', '2026-11-23')
const CLEO = stepOf('cleo', 'Cleo', '2026-12-20')

let rerender: (steps: readonly DueStep[]) => void
function show(...steps: readonly DueStep[]) {
  const screenOf = (rows: readonly DueStep[]) => {
    vi.mocked(useLiveQuery).mockImplementation((name) => ({
      ...NO_ROWS,
      rows: (name === 'people.due' ? rows : []) as never[],
    }))
    return <DueScreen />
  }
  const view = render(screenOf(steps))
  rerender = (rows) => view.rerender(screenOf(rows))
  return view.container
}

async function press(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  await act(async () => fireEvent.click(button))
}
const focused = () => document.activeElement
/** The text of the row that has the focus; undefined where none has. */
const focusedRow = () => focused()?.closest('li')?.textContent

it.each([
  ['Done', null, 'Ada Vale: done'],
  ['Tomorrow', '2026-11-24', 'Ada Vale: due tomorrow'],
  ['In a week', '2026-11-30', 'Ada Vale: due Mon, Nov 30'],
])('"%s" is said, and can be undone', async (name, next_on, title) => {
  show(ADA)
  await press(`${name}: Ada Vale`)
  const person = { id: 'ada', name: 'Ada Vale' }
  const step = { kind: 'next', words: 'Send the contract', owner: { owner_id: 'gulf' } }
  expect(addActivity).toHaveBeenCalledExactlyOnceWith(person, { ...step, next_on })
  expect(toastStore.current).toMatchObject({ title, action: { label: 'Undo' } })
  toastStore.current?.action?.onPress()
  const before = { ...step, next_on: '2026-11-20', restores: 'ada' }
  expect(addActivity).toHaveBeenLastCalledWith(person, before)
})

it('what was not kept is not said to be, and leaves the focus', async () => {
  vi.mocked(addActivity).mockResolvedValue(false)
  show(ADA, BO)
  await press('Done: Ada Vale')
  expect(toastStore.current).toBeNull()
  expect(focused()?.getAttribute('aria-label')).toBe('Done: Ada Vale')
})

it('the focus moves from a row that goes to the next one, else to the previous, at last to the screen', async () => {
  const container = show(ADA, BO, CLEO)
  await press('Done: Bo Vale')
  rerender([ADA, CLEO])
  expect(focusedRow()).toContain('Cleo Vale')
  await press('Done: Cleo Vale')
  rerender([ADA])
  expect(focusedRow()).toContain('Ada Vale')
  await press('Done: Ada Vale')
  rerender([])
  await act(async () => undefined)
  expect(focused()).toBe(container.firstElementChild)
})

it('the focus moves on also where the row goes before the edit is kept, but not from where the user took it', async () => {
  let keep = (_: boolean) => {}
  const later = () =>
    new Promise<boolean>((resolve) => {
      keep = resolve
    })
  vi.mocked(addActivity).mockImplementation(later)
  show(ADA, BO, CLEO)
  await press('Done: Ada Vale')
  rerender([BO, CLEO])
  await act(async () => keep(true))
  expect(focusedRow()).toContain('Bo Vale')

  await press('Done: Bo Vale')
  const other = screen.getByRole('button', { name: 'In a week: Cleo Vale' })
  other.focus()
  rerender([CLEO])
  await act(async () => keep(true))
  expect(focused()).toBe(other)
})

it('a second press on a row does nothing while the first is being kept', async () => {
  vi.mocked(addActivity).mockReturnValue(new Promise(() => undefined))
  show(ADA)
  await press('Tomorrow: Ada Vale')
  await press('Tomorrow: Ada Vale')
  expect(addActivity).toHaveBeenCalledOnce()
})
