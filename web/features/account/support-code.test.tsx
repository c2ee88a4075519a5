// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchSupportCode } from '#web/lib/account/account-client.ts'
import { SupportCode } from './support-code.tsx'

vi.mock('#web/lib/account/account-client.ts')

const CODE = { code: '123456', expires_at: '2026-12-01T10:30:00.000Z', is_opened: false }
let visibility: DocumentVisibilityState

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const reads = () => vi.mocked(fetchSupportCode).mock.calls.length

it('a shown code tells within seconds that support is looking, and that it has ended', async () => {
  vi.mocked(fetchSupportCode).mockResolvedValue({ code: CODE })
  const { container } = render(<SupportCode />)
  await pass(0)
  expect(container.textContent).toContain('Not used yet.')
  vi.mocked(fetchSupportCode).mockResolvedValue({ code: { ...CODE, is_opened: true } })
  await pass(5_000)
  expect(container.textContent).toContain('Support is looking.')
  vi.mocked(fetchSupportCode).mockResolvedValue({ code: null })
  await pass(5_000)
  expect(container.textContent).not.toContain('123')
  const before = reads()
  await pass(60_000)
  expect(reads()).toBe(before)
})

it('a hidden page does not ask, and asks at once when it is seen again', async () => {
  vi.mocked(fetchSupportCode).mockResolvedValue({ code: CODE })
  render(<SupportCode />)
  await pass(0)
  visibility = 'hidden'
  await pass(60_000)
  expect(reads()).toBe(1)
  visibility = 'visible'
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  expect(reads()).toBe(2)
})
