import { startTransition, useEffect, useState } from 'react'
import { searchErrorToast } from '#web/lib/error-messages.ts'
import { formatElapsed } from '#web/lib/format.ts'
import { dismissQuietToast, showToast } from '#web/ui/toast-store.ts'
import { reportFailedSearch } from './search-error-report.ts'
import type { SearchOutcome, SearchRun } from './search-run.ts'

/** A faster search is announced by a toast with its time. */
const FAST_MS = 500
const FAST_TOAST_MS = 3000

type Found = Extract<SearchOutcome, { kind: 'found' }>
type Failed = Extract<SearchOutcome, { kind: 'failed' }>

export interface SearchResults {
  /** The last successful search: it stays on screen while the next one runs, or fails. */
  found: Found | null
  /** The last search, where it failed. */
  failed: Failed | null
  isPending: boolean
}

interface Settled {
  run: SearchRun | null
  found: Found | null
  failed: Failed | null
}

/** The results to show for a run and those before it. Toasts and reports each outcome once. */
export function useSearchResults(run: SearchRun): SearchResults {
  const [settled, setSettled] = useState<Settled>(() =>
    settle({ run: null, found: null, failed: null }, run, run.outcome),
  )

  useEffect(() => {
    let isCurrent = true
    void run.done.then((outcome) => {
      if (!isCurrent || !outcome) return
      // A transition renders in slices: 25 cards at once would block presses and typing.
      startTransition(() => setSettled((before) => settle(before, run, outcome)))
      announce(outcome)
    })
    return () => {
      isCurrent = false
    }
  }, [run])

  // The toast about the time belongs to this screen.
  useEffect(() => dismissQuietToast, [])

  return { found: settled.found, failed: settled.failed, isPending: settled.run !== run }
}

function settle(before: Settled, run: SearchRun, outcome: SearchOutcome | null): Settled {
  if (!outcome) return before
  return outcome.kind === 'found'
    ? { run, found: outcome, failed: null }
    : { run, found: before.found, failed: outcome }
}

function announce(outcome: SearchOutcome): void {
  if (outcome.kind === 'found') {
    if (outcome.elapsedMs >= FAST_MS) return
    showToast({
      title: `Fast search: ${formatElapsed(outcome.elapsedMs)}`,
      tone: 'quiet',
      durationMs: FAST_TOAST_MS,
    })
  } else if (outcome.error.code !== 'offline') {
    showToast({ ...searchErrorToast(outcome.error, outcome.elapsedMs), tone: 'danger' })
    void reportFailedSearch(outcome)
  }
}
