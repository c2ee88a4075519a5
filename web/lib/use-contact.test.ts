// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toastStore } from '#web/ui/toast-store.ts'
import { useContact } from './use-contact.ts'

vi.mock('#web/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/session/session.ts')>()),
  useGate: () => 'open',
  useSessionKnown: () => true,
}))
vi.mock('#web/replica/revealed-contacts.ts', async () => {
  const { proxy } = await import('valtio/vanilla')
  const contacts = [{ kind: 'direct_phone', value: '806-555-0101', value_id: 7 }]
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
