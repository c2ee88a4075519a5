import type { Option } from './option.ts'

/**
 * The readings that together explain the whole text best: the sequence without gap or overlap that
 * has the highest sum of scores. Of equal sums the first wins, so that the result is deterministic.
 * @param options by the part they start with; each part has at least one of just that part
 */
export function chooseReadings(options: readonly (readonly Option[])[]): Option[] {
  const size = options.length
  const best: { score: number; option?: Option }[] = Array.from({ length: size + 1 }, () => ({
    score: Number.NEGATIVE_INFINITY,
  }))
  best[size] = { score: 0 }
  for (let start = size - 1; start >= 0; start--) {
    for (const option of options[start] ?? []) {
      const score = option.score + (best[option.end]?.score ?? Number.NEGATIVE_INFINITY)
      if (score > (best[start]?.score ?? 0)) best[start] = { score, option }
    }
  }
  const chosen: Option[] = []
  for (let start = 0; start < size; ) {
    const option = best[start]?.option
    if (!option) throw new Error(`No reading of part ${start}`)
    chosen.push(option)
    start = option.end
  }
  return chosen
}
