// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { session } from '#web/session/session.ts'
import { TeamSettings } from './team-settings.tsx'

beforeEach(() => {
  // What is typed goes with the session.
  session.me = { user: { id: crypto.randomUUID() } } as typeof session.me
})
afterEach(cleanup)

const GULF = { id: 'gulf', name: 'Gulf Coast', lease_days: 7, cooldown_days: 30 } as OwnTeamRow
const PINES = { ...GULF, id: 'pines', name: 'Pines' }
const shownIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

it('settings that were being typed are there again after a look at another screen, for this team alone', () => {
  const { unmount } = render(<TeamSettings team={GULF} />)
  fireEvent.change(screen.getByLabelText('Team name'), { target: { value: 'Gulf Nights' } })
  unmount()
  const other = render(<TeamSettings team={PINES} />)
  expect(shownIn('Team name')).toBe('Pines')
  other.unmount()
  // What was not typed follows the rows.
  render(<TeamSettings team={{ ...GULF, lease_days: 3 }} />)
  expect([shownIn('Team name'), shownIn('Lease')]).toEqual(['Gulf Nights', '3'])
})
