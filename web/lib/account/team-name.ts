import { isBlank } from '#db/schema/invisible.ts'
import { teamName } from '#db/schema/teams.ts'

const TEAM_NAME_MISSING = 'Please give the team a name.'
const TEAM_NAME_INVALID =
  'A name is one line of up to 120 characters, without links and without marks that turn the direction of text.'

/** What is wrong with a team's name; undefined for one that the server accepts. */
export function teamNameFault(name: string): string | undefined {
  if (isBlank(name)) return TEAM_NAME_MISSING
  return teamName.safeParse(name).success ? undefined : TEAM_NAME_INVALID
}
