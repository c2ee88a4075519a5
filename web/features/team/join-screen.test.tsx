// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { refreshSession } from '#web/session/session.ts'
import { acceptInvite, readInvite } from './join-client.ts'
import { JoinScreen } from './join-screen.tsx'

vi.mock('./join-client.ts', () => ({ acceptInvite: vi.fn(), readInvite: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))
vi.mock('#web/session/session.ts', () => ({
  refreshSession: vi.fn(async () => undefined),
  useMe: () => ({ user: { email: 'ben@b.test' } }),
  useSessionKnown: () => true,
}))
vi.mock('#web/session/sign-out.ts', () => ({}))

const WORDS = 'Too many requests. Try again in 9 minutes.'
const busy = new ApiError('rate_limited', WORDS, { status: 429 })
const onJoined = vi.fn()

beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(readInvite).mockResolvedValue({
    team: 'Gulf desk',
    invited_by: 'Ana',
    role: 'recruiter',
  } as never)
})
afterEach(cleanup)

it('an invitation that is read too often says when to try again, and then shows', async () => {
  vi.mocked(readInvite).mockRejectedValueOnce(busy)
  render(<JoinScreen token={'x'.repeat(43)} onJoined={onJoined} />)
  expect((await screen.findByRole('alert')).textContent).toBe(WORDS)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Join Gulf desk' })
})

it('joining too often says when to try again, and the invitation stays', async () => {
  vi.mocked(acceptInvite).mockRejectedValueOnce(busy)
  render(<JoinScreen token={'x'.repeat(43)} onJoined={onJoined} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Join' }))
  // Its live region is there before the words.
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain(WORDS))
  expect(onJoined).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Join' }))
  await vi.waitFor(() => expect(onJoined).toHaveBeenCalledOnce())
})

it('whoever joins a team that pays for them has the directory open when they go on', async () => {
  const order: string[] = []
  vi.mocked(acceptInvite).mockImplementation(async () => void order.push('joined'))
  vi.mocked(refreshSession).mockImplementation(async () => void order.push('looked'))
  onJoined.mockImplementation(() => void order.push('went on'))
  render(<JoinScreen token={'x'.repeat(43)} onJoined={onJoined} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Join' }))
  await vi.waitFor(() => expect(order).toEqual(['joined', 'looked', 'went on']))
})
