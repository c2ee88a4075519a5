import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { TeamMemberRow } from '#db/schema/teams.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { Roster } from './roster.tsx'

vi.mock('./use-team-devices.ts', () => ({ useTeamDevices: () => undefined }))
vi.mock('./member-devices.tsx', () => ({ MemberDevices: () => null }))
vi.mock('#web/ui/dropdown-menu.tsx', () => ({
  DropdownMenu: ({ children }: { children: ReactNode }) => children,
  MenuItem: ({ children }: { children: ReactNode }) => <i>{children}</i>,
  MenuSeparator: () => null,
}))

const member = (id: string, role: TeamMemberRow['role']) =>
  ({ id, role, display_name: id, joined_at: new Date(), ended_at: null }) as TeamMemberRow

/** What the owner Ana may do with each member. */
function offered(...members: TeamMemberRow[]) {
  const team = { id: 'desk', role: 'owner', member_id: 'Ana', seats: 10 } as OwnTeamRow
  const page = renderToStaticMarkup(<Roster team={team} members={members} />)
  return page
    .split('<li')
    .slice(1)
    .map((item) => [...item.matchAll(/<i>([^<]*)/g)].map(([, action]) => action))
}

it('TEAMS-07 the only owner keeps that role, however many other members there are', () => {
  expect(offered(member('Ana', 'owner'), member('Ben', 'recruiter'))).toEqual([
    [],
    ['Change role…', 'Hand the team over…', 'Remove from the team…'],
  ])
})

it('TEAMS-07 of two owners each may give the role up, and none is handed the team', () => {
  expect(offered(member('Ana', 'owner'), member('Ben', 'owner'))).toEqual([
    ['Change role…'],
    ['Change role…', 'Remove from the team…'],
  ])
})

it('TEAMS-20 members beyond the seats are told, who joined last first', () => {
  const days = { Ana: 3, Ben: 1, Cleo: 2, Vera: 0 }
  const [ana, ben, cleo, vera] = Object.entries(days).map(([id, day]) => ({
    ...member(id, id === 'Ana' ? 'owner' : id === 'Vera' ? 'viewer' : 'recruiter'),
    joined_at: new Date(Date.UTC(2026, 0, 1 + day)),
  })) as [TeamMemberRow, TeamMemberRow, TeamMemberRow, TeamMemberRow]
  const team = { id: 'desk', role: 'viewer', member_id: 'Vera', seats: 2 } as OwnTeamRow
  const page = renderToStaticMarkup(<Roster team={team} members={[cleo, vera, ben, ana]} />)
  const told = page.split('<li').filter((item) => item.includes('Has no seat'))
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('Cleo')
})
