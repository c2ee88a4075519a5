import type { TeamRole } from '#db/schema/teams.ts'

/** A role's name, and what it may do as a sentence. */
export const ROLE_WORDS: Record<TeamRole, { name: string; may: string }> = {
  owner: {
    name: 'Owner',
    may: 'An owner decides everything: roles and managers, seats, handing the team over and closing it.',
  },
  manager: {
    name: 'Manager',
    may: 'A manager works on what the team shares, invites and removes recruiters and viewers, and sets the team up.',
  },
  recruiter: {
    name: 'Recruiter',
    may: 'A recruiter works on the team’s lists, searches and templates.',
  },
  viewer: { name: 'Viewer', may: 'A viewer sees what the team shares and changes nothing.' },
}

/** The choice of one of these roles. */
export function roleOptions(roles: readonly TeamRole[]): { value: TeamRole; label: string }[] {
  return roles.map((role) => ({ value: role, label: ROLE_WORDS[role].name }))
}
