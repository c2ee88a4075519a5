// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { LeaveOrClose } from './leave-or-close.tsx'

const TEAM: OwnTeamRow = {
  ...{ id: 'north', name: 'Desk north', role: 'owner', member_id: 'me' },
  ...{ lease_days: 7, cooldown_days: 14, seats: 3 },
}

afterEach(cleanup)

function asked(button: string, memberCount: number): string {
  render(<LeaveOrClose team={TEAM} memberCount={memberCount} isOnlyOwner={false} />)
  fireEvent.click(screen.getByRole('button', { name: button }))
  const { textContent } = screen.getByRole('dialog')
  cleanup()
  return textContent ?? ''
}

it('closing a team says for whom it ends, and that its plan ends at once without a refund', () => {
  const many = asked('Close the team', 3)
  expect(many).toContain('It ends for 3 people, you among them.')
  expect(many).toContain(
    'A paid plan of the team ends at once. The rest of its period is not paid back, except under the 30-Day Money Back Guarantee.',
  )
  expect(asked('Close the team', 1)).toContain('It ends for you, its only member.')
})

it('leaving a team says that access which the team pays for ends', () => {
  expect(asked('Leave the team', 3)).toContain(
    'Access that the team pays for ends for you at once.',
  )
})
