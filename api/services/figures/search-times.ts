/**
 * Search times are stored as a histogram, because histograms of days, weeks and processes can be
 * added up, and percentiles cannot. There are four classes per doubling, from a quarter of a
 * millisecond.
 */
const SHORTEST_MS = 0.25
const CLASSES_TO_A_DOUBLING = 4

/** The last class begins at about four minutes, and has no upper bound. */
export const TIME_CLASSES = 80

/** The class of a time, counted from 0; each class includes its upper bound. */
export function timeClass(ms: number): number {
  if (!(ms > SHORTEST_MS)) return 0
  const position = Math.ceil(CLASSES_TO_A_DOUBLING * Math.log2(ms / SHORTEST_MS))
  return Math.min(position, TIME_CLASSES - 1)
}

/**
 * The time in milliseconds that a share (0 to 1) of the searches does not exceed; null without
 * searches.
 * @param counts searches by class
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
    // The time is interpolated as if searches were spread evenly over the class on a logarithmic
    // scale.
    const within = (rank - seen - 0.5) / count
    return SHORTEST_MS * 2 ** ((position - 1 + within) / CLASSES_TO_A_DOUBLING)
  }
  return null
}
