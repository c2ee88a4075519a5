import type { TeamDevice } from '#api/contract/teams.ts'
import { formatAgo } from '#web/lib/format-time.ts'

const SECOND = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' })
const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' })

const dayOf = (instant: string) => DAY.format(new Date(instant))

/** A moment as exact as a removal needs: "11:41:07 PM", before today "Nov 3, 11:41:07 PM". */
function momentOf(instant: string, now: Date): string {
  const moment = new Date(instant)
  const time = SECOND.format(moment)
  return moment.toDateString() === now.toDateString() ? time : `${DAY.format(moment)}, ${time}`
}

/**
 * What became of a team's rows on a device: "emptied 11:41:07 PM", "not seen since Nov 3, lease ends
 * Nov 10"; of a member's, how long ago it was seen.
 */
export function deviceWords(
  { last_seen_at, lease_ends_at, emptied_at }: TeamDevice,
  { isFormer, now = new Date() }: { isFormer: boolean; now?: Date },
): string {
  if (isFormer && emptied_at !== null) return `emptied ${momentOf(emptied_at, now)}`
  if (!isFormer) return `last seen ${formatAgo(new Date(last_seen_at), now)}`
  const isOver = Date.parse(lease_ends_at) < now.getTime()
  return `not seen since ${dayOf(last_seen_at)}, lease ${isOver ? 'ended' : 'ends'} ${dayOf(lease_ends_at)}`
}
