import type { Directory } from '#api/services/search/understanding/directory.ts'
import { understand } from '#api/services/search/understanding/understand.ts'

/** Milliseconds to understand one sentence. */
export interface UnderstandingTimes {
  sentences: number
  p50: number
  p95: number
  p99: number
  slowest: { ms: number; sentence: string }
}

/** Passes to warm up, so that compiled code is measured. */
const WARM_UP_PASSES = 2

/** Measures the time to understand sentences, each alone. */
export function measureUnderstanding(
  sentences: readonly string[],
  directory: Directory,
): UnderstandingTimes {
  for (let pass = 0; pass < WARM_UP_PASSES; pass++)
    for (const sentence of sentences) understand(sentence, directory)
  const times = sentences.map((sentence) => {
    const startedAt = performance.now()
    understand(sentence, directory)
    return { ms: performance.now() - startedAt, sentence }
  })
  times.sort((a, b) => a.ms - b.ms)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  return {
    sentences: times.length,
    p50: at(0.5)?.ms ?? 0,
    p95: at(0.95)?.ms ?? 0,
    p99: at(0.99)?.ms ?? 0,
    slowest: times.at(-1) ?? { ms: 0, sentence: '' },
  }
}
