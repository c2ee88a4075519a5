import { type SingleRun, useSingleRun } from './use-single-run.ts'

interface Action<Details extends unknown[]> extends Pick<SingleRun, 'isBusy'> {
  /** Ignored while another run is under way. @param details passed on to `onFailure`. */
  run(work: () => Promise<unknown>, ...details: Details): void
}

/**
 * Calls with at most one under way, and a failed one told.
 * @param fault the class of a failed call; any other error is thrown.
 * @param onFailure tells a failed call. What it waits for is part of the run.
 */
export function useAction<Fault extends Error, Details extends unknown[] = []>(
  fault: abstract new (...args: never[]) => Fault,
  onFailure: (error: Fault, ...details: Details) => unknown,
): Action<Details> {
  const { isBusy, run } = useSingleRun()

  async function attempt(work: () => Promise<unknown>, details: Details) {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof fault)) throw error
      await onFailure(error, ...details)
    }
  }

  return { isBusy, run: (work, ...details) => run(() => attempt(work, details)) }
}
