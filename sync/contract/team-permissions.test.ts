import { expect, it } from 'vitest'
import { TEAM_ROLES } from '#db/schema/teams.ts'
import { canInTeam, inviteActionOf, removeActionOf, type TeamAction } from './team-permissions.ts'

const OWNER = ['owner']
const MANAGER = ['owner', 'manager']
const RECRUITER = ['owner', 'manager', 'recruiter']
const VIEWER = ['owner', 'manager', 'recruiter', 'viewer']

const TABLE: Record<TeamAction, string[]> = {
  'team.read': VIEWER,
  'team.leave': VIEWER,
  'team.settings': MANAGER,
  'team.invite': MANAGER,
  'team.remove': MANAGER,
  'team.devices': MANAGER,
  'team.invite_manager': OWNER,
  'team.remove_manager': OWNER,
  'team.roles': OWNER,
  'team.hand_over': OWNER,
  'team.close': OWNER,
  'team.seats': OWNER,
  'lists.write': RECRUITER,
  'lists.delete_own': RECRUITER,
  'lists.delete': MANAGER,
  'lists.export': RECRUITER,
  'searches.write': RECRUITER,
  'templates.write': RECRUITER,
  'outreach.write': RECRUITER,
  'outreach.manage': MANAGER,
  'members.stage': RECRUITER,
  'members.assign_self': RECRUITER,
  'members.assign': MANAGER,
}

it.each(Object.entries(TABLE))('TEAMS-03 %s is for %s', (action, roles) => {
  const allowed = TEAM_ROLES.filter((role) => canInTeam(role, action as TeamAction))
  expect(allowed).toEqual(roles)
})

it('TEAMS-03 managers are invited and removed by owners alone', () => {
  expect(inviteActionOf('manager')).toBe('team.invite_manager')
  expect(inviteActionOf('recruiter')).toBe('team.invite')
  expect(inviteActionOf('viewer')).toBe('team.invite')
  expect(TEAM_ROLES.map(removeActionOf)).toEqual([
    'team.remove_manager',
    'team.remove_manager',
    'team.remove',
    'team.remove',
  ])
})
