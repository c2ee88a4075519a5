import type { SubmissionStatus } from '#db/schema/candidate-submissions.ts'

export type SubmissionTab = SubmissionStatus

export const SUBMISSION_TABS = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const satisfies readonly { value: SubmissionStatus; label: string }[]

/** The server's limit. */
const PAGE_MAX = 100_000

/** Tab and page from the search params; the first of each by default. */
export function readSubmissionView(search: Record<string, unknown>): {
  tab?: SubmissionTab
  page?: number
} {
  const tab = SUBMISSION_TABS.find(({ value }) => value === search.tab)?.value
  const page = Number(search.page)
  return {
    ...(tab && tab !== 'pending' ? { tab } : {}),
    ...(Number.isInteger(page) && page > 1 && page <= PAGE_MAX ? { page } : {}),
  }
}
