import { useCallback, useEffect, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type {
  AdminSubmission,
  SubmissionAction,
  SubmissionDecision,
} from '#api/contract/admin-submissions.ts'
import type { SubmissionStatus, SubmittedContact } from '#db/schema/candidate-submissions.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { fullName } from '#web/lib/people/candidate-facts.ts'
import { showToast, type Toast, UNDO_MS } from '#web/ui/toast-store.ts'
import {
  bulkError,
  decisionError,
  NOTHING_SELECTED,
  type UndecidedResume,
} from './submission-messages.ts'
import { decideSubmission, fetchSubmissions, reopenSubmission } from './submissions-client.ts'

export interface Submissions {
  /** Undefined while loading. */
  rows: readonly AdminSubmission[] | undefined
  count: number
  totalPages: number
  /** The page that is shown: the last one where fewer are left than were asked for. */
  page: number
  failure: ApiError | null
  selected: ReadonlySet<string>
  /** Ids with a decision under way. */
  busy: ReadonlySet<string>
  /** Contacts of a listed person that approving this submission would change. */
  contactsOf(id: string): readonly SubmittedContact[]
  setContacts(id: string, contacts: readonly SubmittedContact[]): void
  reload(): void
  select(ids: ReadonlySet<string>): void
  decide(id: string, action: SubmissionAction): Promise<void>
  decideSelected(action: SubmissionAction): Promise<void>
}

const NONE: ReadonlySet<string> = new Set()
const NO_CONTACTS: Readonly<Record<string, readonly SubmittedContact[]>> = {}

/** Shared: a rejection may be undone when the tab of another status is shown. */
const reads = proxy({ turn: 0 })
const reload = () => {
  reads.turn += 1
}

/** A page of a status's resumes on the server, and an administrator's decisions. */
export function useSubmissions(status: SubmissionStatus, page: number): Submissions {
  const [marked, setSelected] = useState(NONE)
  const [busy, setBusy] = useState(NONE)
  const [contacts, setContacts] = useState(NO_CONTACTS)
  const { turn } = useSnapshot(reads)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` repeats the read.
  const read = useCallback(async () => {
    const asked = await fetchSubmissions(status, page)
    const { totalPages } = asked
    // Beyond the last page once its resumes are decided: the last one is read instead.
    return totalPages > 0 && page > totalPages ? fetchSubmissions(status, totalPages) : asked
  }, [status, page, turn])
  const { value: loaded, failure } = useRemote(read, `${status} ${page}`)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a selection belongs to one view.
  useEffect(() => {
    setSelected(NONE)
    setContacts(NO_CONTACTS)
  }, [status, page])

  // Another administrator may have decided one meanwhile: it is no longer here.
  const isHere = (id: string) => !loaded || loaded.data.some((row) => row.id === id)
  const selected = new Set([...marked].filter(isHere))

  const totalPages = loaded?.totalPages ?? 0

  const contactsOf = (id: string) => contacts[id] ?? []

  function decisionOn(id: string, action: SubmissionAction): SubmissionDecision {
    const match = loaded?.data.find((row) => row.id === id)?.match?.candidate_id ?? null
    // Sent along: the server refuses a decision on a match that has changed since it was shown.
    return { action, match, contacts: [...contactsOf(id)] }
  }

  /** One after the other, so that each result stands for itself. */
  async function decideAll(ids: readonly string[], action: SubmissionAction) {
    setBusy((last) => new Set([...last, ...ids]))
    const failed: (UndecidedResume & { id: string })[] = []
    let message = ''
    for (const id of ids) {
      try {
        message = await decideSubmission(id, decisionOn(id, action))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const row = loaded?.data.find((each) => each.id === id)
        failed.push({ id, name: row ? fullName(row) : 'A resume', error })
      }
    }
    // Other decisions may be under way, and other rows selected.
    const done = new Set(ids)
    setBusy((last) => new Set([...last].filter((id) => !done.has(id))))
    setSelected(
      (last) =>
        new Set([...[...last].filter((id) => !done.has(id)), ...failed.map(({ id }) => id)]),
    )
    reload()
    const decided = ids.filter((id) => failed.every((each) => each.id !== id))
    return { failed, message, undo: action === 'reject' ? offerToReopen(decided) : {} }
  }

  /** An approval is not undone: the person is in the directory, and may be revealed or exported. */
  function offerToReopen(ids: readonly string[]): Pick<Toast, 'action'> & { durationMs?: number } {
    if (ids.length === 0) return {}
    return { durationMs: UNDO_MS, action: { label: 'Undo', onPress: () => void reopen(ids) } }
  }

  async function reopen(ids: readonly string[]) {
    const failures: ApiError[] = []
    for (const id of ids) {
      try {
        await reopenSubmission(id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        failures.push(error)
      }
    }
    reload()
    const [first] = failures
    if (first) showToast({ ...decisionError(first, null), tone: 'danger' })
    else showToast({ title: 'Back among the pending', tone: 'ok' })
  }

  return {
    rows: loaded?.data,
    count: loaded?.count ?? 0,
    totalPages,
    page: Math.min(page, Math.max(1, totalPages)),
    failure,
    selected,
    busy,
    reload,
    select: setSelected,
    contactsOf,
    setContacts: (id, ticked) => setContacts({ ...contacts, [id]: ticked }),
    async decide(id, action) {
      const { failed, message, undo } = await decideAll([id], action)
      const [first] = failed
      if (first) showToast({ ...decisionError(first.error, action), tone: 'danger' })
      else showToast({ title: message, tone: 'ok', ...undo })
    },
    async decideSelected(action) {
      const ids = [...selected]
      if (ids.length === 0) return showToast({ ...NOTHING_SELECTED, tone: 'danger' })
      const { failed, message, undo } = await decideAll(ids, action)
      if (failed.length > 0) {
        showToast({ ...bulkError(action, failed, ids.length), tone: 'danger', ...undo })
      } else {
        const title = ids.length === 1 ? message : `${ids.length} resumes ${DONE[action]}.`
        showToast({ title, tone: 'ok', ...undo })
      }
    },
  }
}

const DONE: Record<SubmissionAction, string> = { approve: 'approved', reject: 'rejected' }
