import type { TeamRole } from '#db/schema/teams.ts'

/** A role's name, and what it may do. */
export const ROLE_WORDS: Record<TeamRole, { name: string; may: string }> = {
  owner: {
    name: 'Owner',
    may: 'Everything: roles and managers, seats, handing the team over and closing it.',
  },
  manager: {
    name: 'Manager',
    may: 'Works on everything the team shares, invites and removes recruiters and viewers, and sets the team up.',
  },
  recruiter: {
    name: 'Recruiter',
    may: 'Works on the team’s lists, searches and templates.',
  },
  viewer: { name: 'Viewer', may: 'Sees what the team shares and changes nothing. Takes no seat.' },
}

/** The choice of one of these roles. */
export function roleOptions(roles: readonly TeamRole[]): { value: TeamRole; label: string }[] {
  return roles.map((role) => ({ value: role, label: ROLE_WORDS[role].name }))
}
