// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QuietToast, Toaster } from './toast.tsx'
import { showToast, toastStore } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  toastStore.current = null
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function show(message: Parameters<typeof showToast>[0]): Promise<void> {
  await act(async () => showToast(message))
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it.each([
  ['status', 'polite', {}],
  ['status', 'polite', { tone: 'ok' }],
  ['alert', 'assertive', { tone: 'danger' }],
] as const)(
  'NAV-24 a toast is told as %s (%s) and stays five seconds: %o',
  async (role, live, look) => {
    render(<Toaster />)
    const region = screen.getByRole(role)
    expect(region.getAttribute('aria-live')).toBe(live)
    await show({ title: 'Saved', ...look })
    await pass(4999)
    expect(region.textContent).toBe('Saved')
    await pass(1)
    expect(region.textContent).toBe('')
  },
)

it('NAV-24 five seconds are those in which the page runs: none while it is busy or asleep', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval')
  const { container } = render(<Toaster />)
  await show({ title: 'Saved' })
  const [tick, everyMs] = intervals.mock.calls.at(-1) as [() => void, number]
  for (let passed = everyMs; passed < 5000; passed += everyMs) await act(async () => tick())
  expect(container.textContent).toBe('Saved')
  await act(async () => tick())
  expect(container.textContent).toBe('')
  intervals.mockRestore()
})

it('NAV-24 a new toast takes the place of the one on screen, and has five seconds of its own', async () => {
  const { container } = render(<Toaster />)
  await show({ title: 'First' })
  await pass(4999)
  await show({ title: 'Second' })
  expect(container.textContent).toBe('Second')
  await pass(4999)
  expect(container.textContent).toBe('Second')
  await pass(1)
  expect(container.textContent).toBe('')
})

it('a toast under the pointer stays, and then its whole time', async () => {
  const { container } = render(<Toaster />)
  await show({ title: 'Saved' })
  await pass(4999)
  fireEvent.pointerEnter(screen.getByText('Saved'))
  await pass(60_000)
  expect(container.textContent).toBe('Saved')
  fireEvent.pointerLeave(screen.getByText('Saved'))
  await pass(4999)
  expect(container.textContent).toBe('Saved')
  await pass(1)
  expect(container.textContent).toBe('')
})

it('a toast is dismissed by its button, and its action dismisses it, too', async () => {
  const { container } = render(<Toaster />)
  await show({ title: 'Saved' })
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await pass(0)
  expect(container.textContent).toBe('')
  const onPress = vi.fn()
  await show({ title: 'List deleted', action: { label: 'Undo', onPress } })
  fireEvent.keyDown(document, { key: 'z', ctrlKey: true })
  await pass(0)
  expect(onPress).toHaveBeenCalledTimes(1)
  expect(container.textContent).toBe('')
  fireEvent.keyDown(document, { key: 'z', ctrlKey: true })
  expect(onPress).toHaveBeenCalledTimes(1)
})

it('SEARCH-09 a quiet toast is in the top bar alone, and takes the place of no other', async () => {
  render(
    <>
      <header>
        <QuietToast />
      </header>
      <main>
        <Toaster />
      </main>
    </>,
  )
  const [bar, screenful] = [screen.getByRole('banner'), screen.getByRole('main')]
  await show({ title: 'Found', tone: 'quiet', durationMs: 3000 })
  expect([bar.textContent, screenful.textContent]).toEqual(['Found', ''])
  await pass(2999)
  expect(bar.textContent).toBe('Found')
  await pass(1)
  expect(bar.textContent).toBe('')
  await show({ title: 'Saved' })
  await show({ title: 'Found', tone: 'quiet' })
  expect([bar.textContent, screenful.textContent]).toEqual(['', 'Saved'])
})
