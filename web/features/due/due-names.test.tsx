// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { DueStep } from '#sync/contract/outreach-queries.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { nameOf } from '#web/outreach/begun-call.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { DueScreen } from './due-screen.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('#web/outreach/begun-call.ts', () => ({ nameOf: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const STEP: DueStep = {
  id: 'a step',
  owner_id: '',
  list_id: null,
  candidate_id: 'zenobia',
  card: null,
  kind: 'next',
  value: null,
  words: 'Send the contract',
  happened_at: new Date('2026-11-20T12:00:00Z'),
  next_on: '2026-11-20',
}

function showStep() {
  const rows = [STEP]
  vi.mocked(useLiveQuery).mockImplementation((name) => ({
    ...NO_ROWS,
    rows: (name === 'people.due' ? rows : []) as never[],
  }))
  return render(<DueScreen />)
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a name that the server is late with is asked for again, until the screen is left', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })
  vi.mocked(nameOf).mockResolvedValueOnce(undefined).mockResolvedValueOnce('Zenobia Vale')
  showStep()
  await pass(0)
  expect(screen.getByText('Name not known now')).toBeDefined()
  await pass(10_000)
  expect(screen.getByText('Zenobia Vale')).toBeDefined()
  await pass(60_000)
  expect(nameOf).toHaveBeenCalledTimes(2)
  cleanup()

  vi.mocked(nameOf).mockResolvedValue(undefined)
  const { unmount } = showStep()
  await pass(0)
  unmount()
  await pass(60_000)
  expect(nameOf).toHaveBeenCalledTimes(3)
})

it('the name of a person who is in the directory no more is not asked for again', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })
  vi.mocked(nameOf).mockReset()
  vi.mocked(nameOf).mockResolvedValue(null)
  showStep()
  await pass(60_000)
  expect(screen.getByText('Name not known now')).toBeDefined()
  expect(nameOf).toHaveBeenCalledOnce()
})

it('a name that was not known without a network comes with it', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })
  vi.mocked(nameOf).mockReset()
  vi.mocked(nameOf).mockResolvedValue('Zenobia Vale')
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  showStep()
  await pass(0)
  expect(screen.getByText('Name not known now')).toBeDefined()
  onLine.mockReturnValue(true)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(screen.getByText('Zenobia Vale')).toBeDefined()
  onLine.mockRestore()
})
