// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { requestRemoval } from './intake-client.ts'
import { RemoveInfoScreen } from './remove-info-screen.tsx'

vi.mock('./intake-client.ts', () => ({ requestRemoval: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

afterEach(cleanup)

it('REMOVAL-03 says that the mail was sent, where to, and how long its link works', async () => {
  render(<RemoveInfoScreen />)
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ' ada@example.com ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  await screen.findByRole('heading', { level: 1, name: 'Verification Email Sent' })
  expect(requestRemoval).toHaveBeenCalledExactlyOnceWith('ada@example.com')
  expect(screen.getByRole('status').textContent).toBe(
    'We sent a link to ada@example.com. Open it within 7 days and confirm the removal there. It may take a minute and may hide among spam.',
  )
})

it('the address that is named is the one that the link goes to', async () => {
  let sent = (): void => undefined
  vi.mocked(requestRemoval).mockReturnValueOnce(new Promise<void>((resolve) => (sent = resolve)))
  render(<RemoveInfoScreen />)
  const field = screen.getByLabelText<HTMLInputElement>('Email')
  fireEvent.change(field, { target: { value: 'ada@example.com' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  await waitFor(() => expect(field.readOnly).toBe(true))
  sent()
  await screen.findByText('ada@example.com')
})
