/**
 * Times of searches are kept as counts by class, so that days, weeks and processes add up: a
 * percentile of percentiles is none. Four classes to a doubling, from a quarter of a millisecond.
 */
const SHORTEST_MS = 0.25
const CLASSES_TO_A_DOUBLING = 4

/** The last one begins at about four minutes; what takes longer is in it too. */
export const TIME_CLASSES = 80

/** The class of a time, from 0; each holds the times up to and with its upper bound. */
export function timeClass(ms: number): number {
  if (!(ms > SHORTEST_MS)) return 0
  const position = Math.ceil(CLASSES_TO_A_DOUBLING * Math.log2(ms / SHORTEST_MS))
  return Math.min(position, TIME_CLASSES - 1)
}

/**
 * The time in milliseconds that a share (0 to 1) of the searches does not exceed; null of none.
 * @param counts searches by class.
 */
export function percentileOf(counts: ReadonlyMap<number, number>, share: number): number | null {
  let total = 0
  for (const count of counts.values()) total += count
  if (total === 0) return null
  const rank = Math.ceil(total * share)
  let seen = 0
  for (const [position, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (seen + count < rank) {
      seen += count
      continue
    }
    // As if the class's searches were spread evenly over its doublings.
    const within = (rank - seen - 0.5) / count
    return SHORTEST_MS * 2 ** ((position - 1 + within) / CLASSES_TO_A_DOUBLING)
  }
  return null
}
