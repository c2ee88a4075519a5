import { teamName } from '#db/schema/teams.ts'
import { TEAM_NAME_INVALID, TEAM_NAME_MISSING } from './team-messages.ts'

/** What is wrong with a team's name; undefined for one that the server accepts. */
export function teamNameFault(name: string): string | undefined {
  if (name.trim() === '') return TEAM_NAME_MISSING
  return teamName.safeParse(name).success ? undefined : TEAM_NAME_INVALID
}
