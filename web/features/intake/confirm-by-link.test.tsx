// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, type ApiFault } from '#web/lib/api-client.ts'
import { ConfirmRemovalScreen } from './confirm-removal-screen.tsx'
import { confirmRemoval } from './intake-client.ts'

vi.mock('./intake-client.ts', () => ({ confirmRemoval: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeEach(() => vi.resetAllMocks())
afterEach(cleanup)

function confirmAfter(code: ApiFault, message = ''): void {
  vi.mocked(confirmRemoval).mockRejectedValueOnce(new ApiError(code, message))
  fireEvent.click(screen.getByRole('button', { name: 'Remove my information' }))
}
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

it('REMOVAL-07 a link that was refused says so, and that an earlier removal stands', async () => {
  render(<ConfirmRemovalScreen token="spent" />)
  confirmAfter('not_found', 'The link is not valid, or not any more.')
  await screen.findByText(
    'Failed to process your removal request. The token may be invalid or expired.',
  )
  screen.getByText('If you confirmed it before, you stay removed.')
  expect(heading()).toBe('Your information was not removed')
  expect(screen.queryByRole('button', { name: 'Remove my information' })).toBeNull()
})

it('REMOVAL-07 a fault that is none of the link says which, and the press can be repeated', async () => {
  render(<ConfirmRemovalScreen token="good" />)
  confirmAfter('offline')
  await screen.findByText('You are offline. Try again once you are connected.')
  confirmAfter('rate_limited', 'Too many requests. Try again in 5 minutes.')
  await screen.findByText('Too many requests. Try again in 5 minutes.')
  confirmAfter('internal_error', 'Something went wrong.')
  await screen.findByText('The server could not do it just now. Please try again in a minute.')
  expect(heading()).toBe('Confirm the removal')
  fireEvent.click(screen.getByRole('button', { name: 'Remove my information' }))
  await screen.findByRole('heading', { name: 'Information Successfully Removed' })
  expect(vi.mocked(confirmRemoval).mock.calls).toEqual([['good'], ['good'], ['good'], ['good']])
})
