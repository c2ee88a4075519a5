import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { SeatsPreview, TeamPlanAnswer } from '#api/contract/team-billing.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { identityQuestion } from '#web/session/confirm-identity.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { Seats } from './seats.tsx'
import { changeSeats, previewSeats } from './team-billing-client.ts'

const { value } = vi.hoisted(() => ({
  value: {
    seats: 5,
    seats_used: 3,
    closes_at: null,
    plan: { name: 'Monthly Plan', renewal_seats: 3, period_end: '2026-12-03T12:00:00.000Z' },
  } as TeamPlanAnswer,
}))
vi.mock('#web/lib/hooks/use-remote.ts', () => ({
  useRemote: () => ({ value, failure: null, reload: () => undefined }),
}))
vi.mock('./team-billing-client.ts', () => ({ changeSeats: vi.fn(), previewSeats: vi.fn() }))
/** What presses do, by the words of the button. */
const { presses } = vi.hoisted(() => ({ presses: new Map<string, () => void>() }))
vi.mock('#web/ui/button.tsx', () => ({
  IconButton: () => null,
  Button: ({ children, onClick }: { children: ReactNode; onClick(): void }) => {
    presses.set([children].flat().join(''), onClick)
    return null
  },
}))

it('TEAMS-21 seats that would end with the renewal are kept by one press, as many as there are', async () => {
  const page = renderToStaticMarkup(
    <Seats team={{ id: 'gulf', seats: 5 }} used={3} isPaymentChecked />,
  )
  expect(page).toContain('3 seats from Dec 3, 2026.')
  expect([...presses.keys()]).toEqual(['Keep 5 seats', 'See the price', 'Manage Billing'])
  vi.mocked(previewSeats).mockResolvedValue({ from: 3, at: 1_795_000_000 } as SeatsPreview)
  presses.get('Keep 5 seats')?.()
  await vi.waitFor(() => expect(toastStore.current?.title).toBe('The plan renews with 5 seats'))
  expect(previewSeats).toHaveBeenCalledExactlyOnceWith('gulf', 5)
  expect(changeSeats).toHaveBeenCalledExactlyOnceWith('gulf', {
    seats: 5,
    from: 3,
    at: 1_795_000_000,
  })
})

it('says what the first plan costs, and no sum for a number of seats that cannot be bought', () => {
  const statusOf = (seats: number) => {
    Object.assign(value, { plan: null, seats })
    const page = renderToStaticMarkup(
      <Seats team={{ id: 'gulf', seats }} used={3} isPaymentChecked />,
    )
    return /<p role="status"[^>]*>([^<]*)<\/p>/.exec(page)?.[1]
  }
  expect(statusOf(5)).toBe('5 × $295 is $1,475 each month.')
  expect(statusOf(10_001)).toBe('')
})

it('asks for at most 50 seats more at a time, and says so', () => {
  const plan = { name: 'Monthly Plan', renewal_seats: 60, period_end: null }
  Object.assign(value, { plan, seats: 5, seats_used: 3 })
  const page = renderToStaticMarkup(
    <Seats team={{ id: 'gulf', seats: 5 }} used={3} isPaymentChecked />,
  )
  expect(page).toContain('From 3 to 55 seats. At most 50 more at a time.')
})

it('buys nothing where the user does not confirm that it is them', async () => {
  toastStore.current = null
  const plan = { name: 'Monthly Plan', renewal_seats: 3, period_end: null }
  Object.assign(value, { plan, seats: 5, seats_used: 3 })
  renderToStaticMarkup(<Seats team={{ id: 'gulf', seats: 5 }} used={3} isPaymentChecked />)
  vi.mocked(previewSeats).mockResolvedValue({ from: 3, at: 1_795_000_000 } as SeatsPreview)
  const refusal = new ApiError('confirmation_required', 'Please confirm that it is you.')
  vi.mocked(changeSeats).mockRejectedValue(refusal)
  presses.get('Keep 5 seats')?.()
  await vi.waitFor(() => expect(identityQuestion.settle).not.toBeNull())
  identityQuestion.settle?.(false)
  await vi.waitFor(() => expect(identityQuestion.settle).toBeNull())
  expect(changeSeats).toHaveBeenCalledTimes(2)
  expect(toastStore.current).toBeNull()
})
