import type { Random } from './random.ts'

/** Draws an item; items of twice the weight are drawn twice as often. */
export type Draw<T> = (random: Random) => T

/**
 * Returns a weighted choice in constant time (Vose's alias method). Weights are relative, zero or
 * more.
 */
export function weighted<T>(entries: readonly (readonly [item: T, weight: number])[]): Draw<T> {
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  if (total <= 0) throw new RangeError('weights add up to nothing')
  const scaled = entries.map(([, weight]) => (weight * entries.length) / total)
  const alias = entries.map((_, index) => index)
  const small: number[] = []
  const large: number[] = []
  for (const [index, weight] of scaled.entries()) (weight < 1 ? small : large).push(index)
  for (let low = small.pop(); low !== undefined; low = small.pop()) {
    const high = large.pop()
    if (high === undefined) break
    alias[low] = high
    const rest = (scaled[high] ?? 0) + (scaled[low] ?? 0) - 1
    scaled[high] = rest
    ;(rest < 1 ? small : large).push(high)
  }
  return (random) => {
    const column = random.below(entries.length)
    const index = random.next() < (scaled[column] ?? 1) ? column : (alias[column] ?? column)
    const entry = entries[index]
    if (entry === undefined) throw new RangeError('nothing to draw from')
    return entry[0]
  }
}

/** Returns a weighted choice over the keys of a table. */
export function weightedKeys<K extends string>(table: Partial<Record<K, number>>): Draw<K> {
  return weighted(Object.entries(table) as [K, number][])
}
