// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { TeamPlanAnswer } from '#api/contract/team-billing.ts'
import { Seats } from './seats.tsx'
import { fetchTeamPlan } from './team-billing-client.ts'

vi.mock('./team-billing-client.ts', () => ({ fetchTeamPlan: vi.fn() }))

afterEach(cleanup)

it('seats are counted again when a member joins and when some are bought', async () => {
  const shown = (seats: number, used: number) => {
    const answer: TeamPlanAnswer = { seats, seats_used: used, closes_at: null, plan: null }
    vi.mocked(fetchTeamPlan).mockResolvedValue(answer)
    return <Seats team={{ id: 'gulf', seats }} used={used} isPaymentChecked />
  }
  const { rerender } = render(shown(2, 1))
  await screen.findByText('2 seats, 1 used')
  rerender(shown(2, 2))
  await screen.findByText('2 seats, 2 used')
  rerender(shown(3, 2))
  await screen.findByText('3 seats, 2 used')
  expect(fetchTeamPlan).toHaveBeenCalledTimes(3)
})
