import { beforeEach, expect, it, vi } from 'vitest'
import type { MemberName, OwnTeamRow } from '#sync/contract/queries.ts'
import { leftTeams } from './left-teams.ts'
import { ownerArg, setTeamRows, teamSearch, teamsOf } from './teams.ts'

const { session, refreshSession } = vi.hoisted(() => ({
  session: { me: { user: { id: 'ana' } } },
  refreshSession: vi.fn(async () => undefined),
}))
vi.mock('#web/session/session.ts', () => ({
  session,
  refreshSession,
  actorOf: (me: { user: { id: string } } | null) => ({ id: me?.user.id ?? null }),
  useActor: vi.fn(),
}))
beforeEach(() => {
  session.me = { user: { id: 'ana' } }
})

const DESK = { owner_id: 'desk' }
const MINE = { owner_id: 'ana' }

const team = (role: OwnTeamRow['role']): OwnTeamRow => ({
  id: 'desk',
  name: 'Night desk',
  lease_days: 7,
  cooldown_days: 14,
  seats: 5,
  member_id: 'm',
  role,
})
const member = (user_id: string | null, display_name: string, left = false): MemberName => ({
  team_id: 'desk',
  user_id,
  display_name,
  ended_at: left ? new Date(1) : null,
})

it('a mutation and an address name the team of a row, and never the account itself', () => {
  expect([ownerArg(DESK), ownerArg(MINE)]).toEqual([{ owner: 'desk' }, {}])
  expect([teamSearch(DESK), teamSearch(MINE)]).toEqual([{ team: 'desk' }, {}])
})

it('the role decides about rows of the team, and about own rows nothing does', () => {
  const may = (role: OwnTeamRow['role']) => {
    const { mayIn } = teamsOf({ teams: [team(role)], roster: [] }, 'ana')
    return [mayIn(DESK, 'lists.write'), mayIn(DESK, 'lists.delete'), mayIn(MINE, 'lists.delete')]
  }
  expect(may('viewer')).toEqual([false, false, true])
  expect(may('recruiter')).toEqual([true, false, true])
  expect(may('manager')).toEqual([true, true, true])
})

it('names members, those who left, and the reader', () => {
  const roster = [member('ana', 'Ana'), member('ben', 'Ben', true), member('cy', 'Cy')]
  const { nameOf } = teamsOf({ teams: [team('owner')], roster }, 'ana')
  const names = ['ana', 'ben', 'cy', 'dee', null].map((id) => nameOf(DESK, id))
  expect(names).toEqual(['you', 'Ben (left)', 'Cy', 'a former member', 'a former member'])
  expect(nameOf({ owner_id: 'another desk' }, 'cy')).toBe('a former member')
})

it('one who left and came back is present', () => {
  const roster = [member('ben', 'Ben', true), member('ben', 'Ben'), member('cy', 'Al')]
  const { nameOf, membersOf } = teamsOf({ teams: [team('owner')], roster }, 'ana')
  expect(nameOf(DESK, 'ben')).toBe('Ben')
  expect(membersOf(DESK).map(({ display_name }) => display_name)).toEqual(['Al', 'Ben'])
})

it('TEAMS-20 a team that was left is left until the account is in it again', () => {
  const desk = { teams: [team('recruiter')], roster: [] }
  setTeamRows(desk)
  leftTeams.names = { desk: 'Night desk', north: 'Nights' }
  leftTeams.byList = { one: 'desk', two: 'desk', three: 'north' }
  // The rows of the team are removed later than this tab hears of it.
  setTeamRows({ ...desk })
  expect(leftTeams.names).toEqual({ desk: 'Night desk', north: 'Nights' })
  setTeamRows({ teams: [], roster: [] })
  setTeamRows(desk)
  expect(leftTeams).toEqual({ names: { north: 'Nights' }, byList: { three: 'north' } })
})

it('what a team pays for is asked about when the account joins, leaves or its seats change', () => {
  const desk = { teams: [team('recruiter')], roster: [] }
  const none = { teams: [], roster: [] }
  const looks = (rows: Parameters<typeof setTeamRows>[0]) => {
    refreshSession.mockClear()
    setTeamRows(rows)
    return refreshSession.mock.calls.length
  }
  setTeamRows(null)
  expect(looks(none)).toBe(0)
  expect(looks(desk)).toBe(1)
  expect(looks({ teams: [{ ...team('manager'), name: 'Days' }], roster: [] })).toBe(0)
  expect(looks({ teams: [{ ...team('manager'), seats: 2 }], roster: [] })).toBe(1)
  expect(looks(none)).toBe(1)
  expect(looks(null)).toBe(0)
})
