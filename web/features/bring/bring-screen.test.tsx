// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { soon } from '#tests/support/soon.ts'
import { BringScreen } from './bring-screen.tsx'
import { type Shared, takeShared } from './take-shared.ts'

const { router } = vi.hoisted(() => ({
  router: { latestLocation: { pathname: '' }, navigate: vi.fn(), history: { replace: vi.fn() } },
}))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => router }))
vi.mock('#web/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useCan: () => true,
}))
vi.mock('./take-shared.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  takeShared: vi.fn(),
}))

let answer: (shared: Shared | null) => void
beforeEach(() => {
  router.latestLocation.pathname = '/bring'
  router.navigate.mockReset()
  vi.mocked(takeShared).mockReturnValue(new Promise((resolve) => (answer = resolve)))
})
afterEach(cleanup)

const take = (shared: Shared | null) => act(async () => answer(shared))
const LINK: Shared = { file: null, link: '', title: 'Zenobia Vale' }

it('says that it waits for what was shared, and that it did not arrive', async () => {
  render(<BringScreen shared="one" />)
  expect(screen.getByRole('status').textContent).toBe('Taking what was shared…')
  await take(null)
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByText('What was shared cannot be used')).toBeDefined()
})

it('a link leads to the search, and no user who has gone on meanwhile', async () => {
  const { unmount } = render(<BringScreen shared="one" />)
  await take(LINK)
  const search = { to: '/search', search: { query: 'Zenobia Vale' }, replace: true }
  expect(router.navigate).toHaveBeenCalledExactlyOnceWith(search)
  unmount()

  vi.mocked(takeShared).mockReturnValue(new Promise((resolve) => (answer = resolve)))
  render(<BringScreen shared="two" />)
  router.latestLocation.pathname = '/lists'
  await take(LINK)
  expect(router.navigate).toHaveBeenCalledOnce()
})

it('a file that was chosen meanwhile stays where nothing arrives', async () => {
  render(<BringScreen shared="one" />)
  const files = [new File(['Shift\nNights\n'], 'mine.csv', { type: 'text/csv' })]
  fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files } })
  await soon(() => expect(screen.getByText('mine.csv cannot be used')).toBeDefined())
  await take(null)
  expect(screen.getByText('mine.csv cannot be used')).toBeDefined()
})

it('a file that was chosen last is the one shown, however long an earlier one is read', async () => {
  let finish = (_: ArrayBuffer): void => undefined
  const large = new File(['x'], 'large.csv')
  large.arrayBuffer = () => new Promise((resolve) => (finish = resolve))
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } })
  render(<BringScreen shared={undefined} />)
  choose(large)
  choose(new File(['Shift\nNights\n'], 'small.csv'))
  await soon(() => expect(screen.getByText('small.csv cannot be used')).toBeDefined())
  await act(async () => finish(new TextEncoder().encode('Shift\nDays\n').buffer))
  expect(screen.getByText('small.csv cannot be used')).toBeDefined()
})
