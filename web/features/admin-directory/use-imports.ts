import { useCallback, useEffect, useRef, useState } from 'react'
import type { AdminImport, ImportPage } from '#api/contract/admin-imports.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { usePoll } from '#web/lib/hooks/use-poll.ts'
import { useSingleRun } from '#web/lib/hooks/use-single-run.ts'
import { withConfirmation } from '#web/session/confirm-identity.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { IMPORTS_FAILED, importErrorMessage } from './import-messages.ts'
import { isRunning } from './import-words.ts'
import { fetchImports } from './imports-client.ts'

/** Poll interval of running imports: another process may run one and reports only in its row. */
const FOLLOW_MS = 1_000

interface Shown {
  rows: readonly AdminImport[] | undefined
  next: string | null
}

export interface Imports {
  /** Undefined while loading. */
  rows: readonly AdminImport[] | undefined
  failure: ApiError | null
  hasMore: boolean
  isLoadingMore: boolean
  reload(): void
  loadMore(): void
  /** Runs an action on an import; a toast says why it failed. */
  act(title: string, work: () => Promise<AdminImport>): Promise<void>
}

/** The imports, polled while one of them runs. @param onEnded called when a running import has ended. */
export function useImports(onEnded: () => void): Imports {
  const [{ rows, next }, setShown] = useState<Shown>({ rows: undefined, next: null })
  const [failure, setFailure] = useState<ApiError | null>(null)
  const isFollowing = rows?.some(isRunning) ?? false
  const wasFollowing = useRef(false)
  const more = useSingleRun()
  const asked = useRef(0)
  const answered = useRef(0)

  const reload = useCallback(() => {
    asked.current += 1
    const turn = asked.current
    /** @returns whether to show its answer: after the answer to a later request it is stale. */
    function noteAnswer(): boolean {
      if (turn < answered.current) return false
      answered.current = turn
      return true
    }
    fetchImports().then(
      (page) => {
        if (!noteAnswer()) return
        setFailure(null)
        setShown((shown) => withNewest(shown, page))
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (noteAnswer()) setFailure(error)
      },
    )
  }, [])
  useEffect(reload, [reload])

  usePoll(reload, isFollowing ? FOLLOW_MS : undefined)

  useEffect(() => {
    if (wasFollowing.current && !isFollowing) onEnded()
    wasFollowing.current = isFollowing
  }, [isFollowing, onEnded])

  return {
    rows,
    failure,
    hasMore: next !== null,
    isLoadingMore: more.isBusy,
    reload,
    loadMore() {
      const last = rows?.at(-1)
      if (!last) return
      more.run(() =>
        fetchImports(last.id).then(
          (page) => {
            setShown((shown) => ({
              rows: [...(shown.rows ?? []), ...page.imports],
              next: page.next,
            }))
          },
          (error: unknown) => showError(error, IMPORTS_FAILED),
        ),
      )
    },
    async act(title, work) {
      try {
        const done = await withConfirmation(work)
        if (!done) return
        const { answer: changed } = done
        // Answers to requests from before the change lack it.
        answered.current = asked.current + 1
        setShown((shown) => ({
          ...shown,
          rows: shown.rows?.map((row) => (row.id === changed.id ? changed : row)),
        }))
      } catch (error) {
        showError(error, title)
      }
      reload()
    },
  }
}

/** Replaces the first page; pages loaded beyond it stay below. */
function withNewest({ rows = [], next }: Shown, page: ImportPage): Shown {
  const oldest = page.imports.at(-1)
  const at = rows.findIndex(({ id }) => id === oldest?.id)
  const older = at === -1 ? [] : rows.slice(at + 1)
  return { rows: [...page.imports, ...older], next: older.length > 0 ? next : page.next }
}

function showError(error: unknown, title: string): void {
  if (!(error instanceof ApiError)) throw error
  showToast({ ...importErrorMessage(error, title), tone: 'danger' })
}
