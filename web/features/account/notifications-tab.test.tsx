// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { mutate } from '#web/replica/replica.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { NotificationsTab } from './notifications-tab.tsx'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn(() => NO_ROWS) }))

afterEach(cleanup)

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

it('ACCOUNT-06 every switch is on until it was switched, and sets its own', () => {
  const names = {
    'notifications.marketing': 'Marketing',
    'notifications.newFeatures': 'New features',
    'notifications.watchedSearches': 'Watched searches',
    'notifications.securityAlerts': 'Security alerts',
  }
  for (const [key, name] of Object.entries(names)) {
    vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
    vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, rows: [{ key, value: false }] as never })
    render(<NotificationsTab />)
    const off = screen.getAllByRole<HTMLInputElement>('switch').filter(({ checked }) => !checked)
    expect(off).toEqual([screen.getByRole('switch', { name })])
    fireEvent.click(screen.getByRole('switch', { name }))
    expect(mutate).toHaveBeenCalledExactlyOnceWith('settings.set', { key, value: true })
    cleanup()
  }
})
