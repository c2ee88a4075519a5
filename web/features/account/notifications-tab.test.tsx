import { expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { act, mount } from '#tests/support/mount.tsx'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { mutate } from '#web/replica/replica.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { NotificationsTab } from './notifications-tab.tsx'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: () => NO_ROWS }))
interface Shown {
  checked: boolean
  onCheckedChange(value: boolean): void
}
/** The switches as they are shown, by their labels. */
const { switches } = vi.hoisted(() => ({ switches: new Map<string, Shown>() }))
vi.mock('#web/ui/switch.tsx', () => ({
  Switch: ({ label, ...shown }: Shown & { label: string }) => {
    switches.set(label, shown)
    return null
  },
}))

it('ACCOUNT-06 a switch whose saving failed goes back, and says so', async () => {
  let refuse = (_: AppError): void => undefined
  vi.mocked(mutate).mockReturnValue(new Promise((_, reject) => (refuse = reject)))
  const tab = await mount(<NotificationsTab />)
  await act(async () => switches.get('Marketing')?.onCheckedChange(false))
  expect(mutate).toHaveBeenCalledExactlyOnceWith('settings.set', {
    key: 'notifications.marketing',
    value: false,
  })
  expect(switches.get('Marketing')?.checked).toBe(false)
  await act(async () => refuse(new AppError('internal_error', 'The disk is full.')))
  expect(switches.get('Marketing')?.checked).toBe(true)
  expect(toastStore.current).toMatchObject({
    title: 'That was not saved',
    description: 'It is as it was before. Please try again.',
    tone: 'danger',
  })
  await tab.unmount()
})
