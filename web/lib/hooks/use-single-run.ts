import { useState } from 'react'

/** Work that runs once at a time. */
export interface SingleRun {
  isBusy: boolean
  /** Ignored while another run is under way. */
  run(work: () => Promise<unknown>): void
}

/**
 * Work with at most one run under way: an edit may take seconds where no device answers yet, and a second
 * press would make its rows twice.
 */
export function useSingleRun(): SingleRun {
  const [isBusy, setIsBusy] = useState(false)

  async function start(work: () => Promise<unknown>) {
    setIsBusy(true)
    try {
      await work()
    } finally {
      setIsBusy(false)
    }
  }

  return {
    isBusy,
    run(work) {
      if (!isBusy) void start(work)
    },
  }
}
