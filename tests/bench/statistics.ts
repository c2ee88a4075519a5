/** A spread of times in milliseconds. */
export interface Spread {
  p50: number
  p95: number
  p99: number
  max: number
}

/** The value that a share (0 to 1) of these numbers does not exceed; 0 of none. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export function ascending(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b)
}

export function spread(times: readonly number[]): Spread {
  const sorted = ascending(times)
  return {
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
  }
}
