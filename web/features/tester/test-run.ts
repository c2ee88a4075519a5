import { PAGE_SIZE } from '#db/schema/vocabulary.ts'
import { wait } from '#sync/client/wait.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { search } from '#web/lib/people/directory-client.ts'
import type { TestCase } from './test-plan.ts'

/** A larger run makes shorter pauses. */
const SHORT_RUN_MAX = 50
const PAUSE_MS = 500
const SHORT_PAUSE_MS = 200

export interface TestResult extends TestCase {
  /** People found, or why the search failed. */
  outcome: { hasPassed: true; count: number } | { hasPassed: false; reason: string }
  ms: number
}

/** The pause between two searches of a run of this size. */
export function pauseMs(count: number): number {
  return count > SHORT_RUN_MAX ? SHORT_PAUSE_MS : PAUSE_MS
}

/**
 * Runs the searches one at a time, the first page of each, with a pause between two. A search passes
 * when it is answered, whatever its results.
 * @param signal ends the run: a search under way then has no result.
 */
export async function* runTests(
  cases: readonly TestCase[],
  signal: AbortSignal,
): AsyncGenerator<TestResult> {
  for (const [index, test] of cases.entries()) {
    if (index > 0) await wait(pauseMs(cases.length), signal)
    if (signal.aborted) return
    const startedAt = performance.now()
    const outcome = await outcomeOf(test, signal)
    if (signal.aborted) return
    yield { ...test, outcome, ms: performance.now() - startedAt }
  }
}

async function outcomeOf(
  { filters }: TestCase,
  signal: AbortSignal,
): Promise<TestResult['outcome']> {
  try {
    const { count } = await search({ filters, page: 1, limit: PAGE_SIZE }, signal)
    return { hasPassed: true, count }
  } catch (error) {
    if (error instanceof ApiError) return { hasPassed: false, reason: error.message }
    if (signal.aborted) return { hasPassed: false, reason: 'stopped' }
    throw error
  }
}
