// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { mutate } from '#web/replica/replica.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { NotificationsTab } from './notifications-tab.tsx'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: () => NO_ROWS }))

it('ACCOUNT-06 a switch whose saving failed goes back, and says so', async () => {
  let refuse = (_: AppError): void => undefined
  vi.mocked(mutate).mockReturnValue(new Promise((_, reject) => (refuse = reject)))
  render(<NotificationsTab />)
  const marketing = screen.getByRole<HTMLInputElement>('switch', { name: 'Marketing' })
  fireEvent.click(marketing)
  expect(mutate).toHaveBeenCalledExactlyOnceWith('settings.set', {
    key: 'notifications.marketing',
    value: false,
  })
  expect(marketing.checked).toBe(false)
  await act(async () => refuse(new AppError('internal_error', 'The disk is full.')))
  expect(marketing.checked).toBe(true)
  expect(toastStore.current).toMatchObject({
    title: 'That was not saved',
    description: 'It is as it was before. Please try again.',
    tone: 'danger',
  })
})
