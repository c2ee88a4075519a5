import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { formatCount } from '#web/lib/format.ts'

/** Texts about teams that several places share. */

type Lease = Pick<OwnTeamRow, 'lease_days'>

/** "1 day", "7 days". */
function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${formatCount(days)} days`
}

/** When a member's devices lose the team's rows, as the rest of a sentence. */
export function whenRowsGo({ lease_days }: Lease): string {
  return `within a minute when open; offline ones at the latest after ${formatDays(lease_days)}, when the lease ends`
}

/** Says what the removal of a member cannot reach. */
export const OUT_OF_REACH =
  'What was exported before, photographs and a copied disk are not reached.'

/** "3 of 5 seats used". */
export function seatsUsed(used: number, seats: number): string {
  return `${formatCount(used)} of ${formatCount(seats)} ${seats === 1 ? 'seat' : 'seats'} used`
}
