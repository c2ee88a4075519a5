/**
 * Days as terms, so that "since a day" needs few of them: a day belongs to one block of each size,
 * and a range of days up to the end consists of at most seven blocks per size.
 */

/** The end of the range, in days since 1970: the year 2149. */
export const DAYS_END = 1 << 16

/** A block contains eight of the next smaller size. */
const SHIFT = 3
const SIZES = 6

/** The blocks that contain a day, the smallest first: "0:20779", "1:2597" … */
export function dayBlocks(day: number): string[] {
  return Array.from({ length: SIZES }, (_, size) => `${size}:${day >>> (size * SHIFT)}`)
}

/** The blocks that together contain exactly the days from this one on. */
export function blocksSince(day: number): string[] {
  const blocks: string[] = []
  let from = day
  for (let size = 0; size < SIZES; size++) {
    const isLargest = size === SIZES - 1
    const end = isLargest ? DAYS_END >>> (size * SHIFT) : ((from + 7) >>> SHIFT) << SHIFT
    for (; from < end; from++) blocks.push(`${size}:${from}`)
    from >>>= SHIFT
  }
  return blocks
}

const DAY_MS = 86_400_000

/** The day (UTC) of a timestamp, in days since 1970. */
export function dayOf(time: number): number {
  return Math.min(Math.max(0, Math.floor(time / DAY_MS)), DAYS_END - 1)
}
