import type { InvitedRole, TeamRole } from '#db/schema/teams.ts'

const ALL: readonly TeamRole[] = ['owner', 'manager', 'recruiter', 'viewer']
const RECRUITING: readonly TeamRole[] = ['owner', 'manager', 'recruiter']
const MANAGING: readonly TeamRole[] = ['owner', 'manager']
const OWNING: readonly TeamRole[] = ['owner']

/**
 * One row per action: which role in a team may take it. API, mutations and screens all read this
 * table; what the account itself may do is in `permissions.ts`.
 */
const RULES = {
  'team.read': ALL,
  /** Except for the last owner. */
  'team.leave': ALL,
  'team.settings': MANAGING,
  /** Inviting recruiters and viewers. */
  'team.invite': MANAGING,
  'team.remove': MANAGING,
  /** Seeing which devices hold the team's rows, and which were emptied. */
  'team.devices': MANAGING,
  'team.invite_manager': OWNING,
  /** Removing managers, and owners except for the last one. */
  'team.remove_manager': OWNING,
  'team.roles': OWNING,
  'team.hand_over': OWNING,
  'team.close': OWNING,
  'team.seats': OWNING,
  'lists.write': RECRUITING,
  /** Deleting a list that the member created. */
  'lists.delete_own': RECRUITING,
  'lists.delete': MANAGING,
  'lists.export': RECRUITING,
  'searches.write': RECRUITING,
  'templates.write': RECRUITING,
  'outreach.write': RECRUITING,
  /** Changing the words and marks of others. */
  'outreach.manage': MANAGING,
  'members.stage': RECRUITING,
  'members.assign_self': RECRUITING,
  'members.assign': MANAGING,
} as const satisfies Record<string, readonly TeamRole[]>

export type TeamAction = keyof typeof RULES

/** Whether a member with this role may take this action. */
export function canInTeam(role: TeamRole, action: TeamAction): boolean {
  const roles: readonly TeamRole[] = RULES[action]
  return roles.includes(role)
}

/** The action of inviting in a role. */
export function inviteActionOf(role: InvitedRole): TeamAction {
  return role === 'manager' ? 'team.invite_manager' : 'team.invite'
}

/** The action of removing a member with a role. */
export function removeActionOf(role: TeamRole): TeamAction {
  return role === 'owner' || role === 'manager' ? 'team.remove_manager' : 'team.remove'
}
