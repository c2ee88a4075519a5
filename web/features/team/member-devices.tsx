import { MonitorSmartphone } from 'lucide-react'
import type { TeamDevice } from '#api/contract/teams.ts'
import type { TeamMemberRow } from '#db/schema/teams.ts'
import { api, call } from '#web/lib/api-client.ts'
import { deviceWords } from './device-words.ts'

const NO_DEVICE = 'No device with the team’s rows'

/** The devices that were handed a team's rows, for those who may remove members. @throws ApiError */
export async function fetchTeamDevices(teamId: string): Promise<TeamDevice[]> {
  const { devices } = await call((init) =>
    api.teams[':id'].devices.$get({ param: { id: teamId } }, { init }),
  )
  return devices
}

/**
 * The devices of one member. Of a present one there is a line from the start, or what stands below would
 * move as it is pressed.
 * @param devices all of the team, as `fetchTeamDevices` has them; undefined until they are known.
 */
export function MemberDevices({
  member,
  devices,
}: {
  member: Pick<TeamMemberRow, 'id' | 'ended_at'>
  devices: readonly TeamDevice[] | undefined
}) {
  const own = devices?.filter(({ member_id }) => member_id === member.id) ?? []
  if (own.length === 0) {
    if (member.ended_at !== null) return null
    return <p className="min-h-7 py-1 text-muted text-sm">{devices && NO_DEVICE}</p>
  }
  return (
    <ul aria-label="Devices" className="text-muted text-sm">
      {own.map((device) => (
        <li
          key={`${device.name} ${device.lease_ends_at} ${device.last_seen_at}`}
          className="flex items-center gap-2 py-1"
        >
          <MonitorSmartphone aria-hidden className="size-4 shrink-0" strokeWidth={1.5} />
          <span className="min-w-0">
            {device.name}: {deviceWords(device, { isFormer: member.ended_at !== null })}
          </span>
        </li>
      ))}
    </ul>
  )
}
