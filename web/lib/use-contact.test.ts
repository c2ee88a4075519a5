import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { act, mountHook } from '#tests/support/mount.tsx'
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
  const hook = await mountHook(
    () => useContact({ id: 'zenobia', contacts: [] }, 'phone'),
    undefined,
  )
  await act(() => hook.current.press())
  expect(writeText).toHaveBeenCalledExactlyOnceWith('806-555-0101')
  expect(toastStore.current).toMatchObject({ title: 'Phone number copied', tone: 'ok' })
  await act(() => vi.advanceTimersByTime(1_999))
  expect(hook.current.isCopied).toBe(true)
  await act(() => vi.advanceTimersByTime(1))
  expect(hook.current.isCopied).toBe(false)
  await hook.unmount()
})
