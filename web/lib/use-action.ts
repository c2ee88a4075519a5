import { type SingleRun, useSingleRun } from './use-single-run.ts'

/**
 * Calls with at most one under way, and a failed one told.
 * @param fault the class of a failed call; any other error is thrown.
 * @param onFailure tells a failed call. What it waits for is part of the run.
 */
export function useAction<Fault extends Error>(
  fault: abstract new (...args: never[]) => Fault,
  onFailure: (error: Fault) => unknown,
): SingleRun {
  const { isBusy, run } = useSingleRun()

  async function attempt(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof fault)) throw error
      await onFailure(error)
    }
  }

  return { isBusy, run: (work) => run(() => attempt(work)) }
}
