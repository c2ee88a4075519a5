import { useCallback } from 'react'
import type { TeamDevice } from '#api/contract/teams.ts'
import { usePoll } from '#web/lib/hooks/use-poll.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { fetchTeamDevices } from './member-devices.tsx'

/** How often they are read while the screen is open: a removed member's are emptied within a minute. */
const INTERVAL_MS = 5_000

/**
 * The devices that hold the rows of a team, for those who may remove members; undefined until they are
 * known. What was read last stays while they cannot be read: offline, or by no manager any more, which the
 * roster says.
 */
export function useTeamDevices(
  teamId: string,
  isAllowed: boolean,
): readonly TeamDevice[] | undefined {
  const read = useCallback(
    async () => (isAllowed ? fetchTeamDevices(teamId) : undefined),
    [teamId, isAllowed],
  )
  const { value, reload } = useRemote(read, teamId)
  usePoll(reload, isAllowed ? INTERVAL_MS : undefined)
  return value
}
