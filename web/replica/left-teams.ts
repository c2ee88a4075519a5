import { proxy } from 'valtio'
import type { LeftTeam } from '#sync/client/tables/leaving.ts'
import { dropRowsInMemory } from './first-paint-cache.ts'

/** The teams that the account is out of since it opened its rows in this tab. */
export const leftTeams = proxy<{
  /** Names by the team's id; null where the name was not here. */
  names: Record<string, string | null>
  /** Teams by the ids of their lists. */
  byList: Record<string, string>
}>({ names: {}, byList: {} })

/** The account is in the team again: its lists are as any others. */
export function rejoinTeam(id: string): void {
  delete leftTeams.names[id]
  for (const [list, team] of Object.entries(leftTeams.byList)) {
    if (team === id) delete leftTeams.byList[list]
  }
}

/** Clears the names at a change of user: another account on this device may still be a member. */
export function forgetLeftTeams(): void {
  leftTeams.names = {}
  leftTeams.byList = {}
}

/** Lets go of what this tab holds of a team in memory; the device deletes the rest. */
export async function leaveTeam({ id, name, lists, people }: LeftTeam): Promise<void> {
  dropRowsInMemory()
  leftTeams.names[id] = name
  for (const list of lists) leftTeams.byList[list] = id
  const { forgetContacts } = await import('./revealed-contacts.ts')
  await forgetContacts(people)
}
