// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { useContact } from './use-contact.ts'

vi.mock('#web/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/session/session.ts')>()),
  useGate: () => 'open',
  useSessionKnown: () => true,
}))
vi.mock('#web/replica/revealed-contacts.ts', async () => {
  const { proxy } = await import('valtio/vanilla')
  const contacts = [
    { kind: 'direct_phone', value: '806-555-0101', value_id: 7 },
    { kind: 'work_email', value: 'zenobia@clinic.test', value_id: 8 },
    { kind: 'personal_email', value: 'zenobia@home.test', value_id: 9 },
  ]
  return { revealedContacts: proxy({ byPerson: { zenobia: contacts }, isRevealing: {} }) }
})
const writeText = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
})
afterEach(() => void vi.useRealTimers())

it('REVEAL-07 a copied number says so for two seconds', async () => {
  const { result } = renderHook(() => useContact({ id: 'zenobia', contacts: [] }, 'phone'))
  await act(() => result.current.press())
  expect(writeText).toHaveBeenCalledExactlyOnceWith('806-555-0101')
  expect(toastStore.current).toMatchObject({ title: 'Phone number copied', tone: 'ok' })
  act(() => void vi.advanceTimersByTime(1_999))
  expect(result.current.isCopied).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current.isCopied).toBe(false)
})

it('of several of a channel one is shown first, and the others with what was revealed of them', () => {
  const work = { kind: 'work_email', verified_at: null, source: 'csv', value_id: 8 } as const
  const home = { ...work, kind: 'personal_email', value_id: 9 } as const
  const shown = (...contacts: ContactKnown[]) => {
    const { result } = renderHook(() => useContact({ id: 'zenobia', contacts }, 'email'))
    const { value, others } = result.current
    return [value, ...others.map((other) => ('value' in other ? other.value : 'hidden'))]
  }
  expect(shown(work, home)).toEqual(['zenobia@home.test', 'zenobia@clinic.test'])
  expect(shown(work, { ...home, is_disputed: true })).toEqual([
    'zenobia@clinic.test',
    'zenobia@home.test',
  ])
  // The address that was revealed has been replaced since.
  expect(shown({ ...work, value_id: 10 }, home)).toEqual(['zenobia@home.test', 'hidden'])
  expect(shown(home)).toEqual(['zenobia@home.test'])
})
