import { useEffect, useState } from 'react'
import type { TeamDevice } from '#api/contract/teams.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { fetchTeamDevices } from './member-devices.tsx'

/** How often they are read while the screen is open: a removed member's are emptied within a minute. */
const INTERVAL_MS = 5_000

/**
 * The devices that hold the rows of a team, for those who may remove members; undefined until they are
 * known. What was read last stays while they cannot be read.
 */
export function useTeamDevices(
  teamId: string,
  isAllowed: boolean,
): readonly TeamDevice[] | undefined {
  const [devices, setDevices] = useState<readonly TeamDevice[]>()
  useEffect(() => {
    if (!isAllowed) return
    let isOver = false
    const read = async () => {
      if (document.visibilityState === 'hidden' || !navigator.onLine) return
      try {
        const found = await fetchTeamDevices(teamId)
        if (!isOver) setDevices(found)
      } catch (error) {
        // Offline, or no manager any more: the roster says both.
        if (!(error instanceof ApiError)) throw error
      }
    }
    void read()
    const timer = setInterval(() => void read(), INTERVAL_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [teamId, isAllowed])
  return devices
}
