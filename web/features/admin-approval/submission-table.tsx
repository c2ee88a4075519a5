import { Inbox } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { SubmissionAction } from '#api/contract/admin-submissions.ts'
import type { SubmissionStatus } from '#db/schema/candidate-submissions.ts'
import type { ApiError } from '#web/lib/api-client.ts'
import { useBackOnline } from '#web/lib/hooks/use-back-online.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { submissionsError } from './submission-messages.ts'
import { SubmissionRow } from './submission-row.tsx'
import { useSubmissionKeys } from './use-submission-keys.ts'
import { type Submissions, useSubmissions } from './use-submissions.ts'

const EMPTY: Record<SubmissionStatus, { title: string; hint: string }> = {
  pending: {
    title: 'Nothing to decide',
    hint: 'New resumes appear here once their senders confirmed their address.',
  },
  approved: {
    title: 'Nothing approved yet',
    hint: 'Whoever you approve is in the search at once.',
  },
  rejected: { title: 'Nothing rejected', hint: 'Rejected resumes are listed here with their day.' },
}

/** The resumes of a status, a page at a time; pending ones can be approved or rejected. */
export function SubmissionTable({
  status,
  page,
  onPageChange,
  onDecided,
}: {
  status: SubmissionStatus
  page: number
  onPageChange(page: number): void
  /** A resume was decided: counts elsewhere have changed. */
  onDecided?(): void
}) {
  const submissions = useSubmissions(status, page)
  const { rows, failure, totalPages, reload } = submissions
  useBackOnline(reload)
  const rest = useRef<HTMLDivElement>(null)
  const decide = (id: string, action: SubmissionAction) => {
    if (!submissions.busy.has(id)) void submissions.decide(id, action).then(onDecided)
  }
  const ids = useMemo(() => rows?.map(({ id }) => id), [rows])
  const isDecidable = status === 'pending'
  const { current, setCurrent } = useSubmissionKeys({ ids, isDecidable, rest, onDecide: decide })
  if (!rows) return failure ? <Failure error={failure} onRetry={reload} /> : <RowsSkeleton />
  if (rows.length === 0) {
    return (
      // The focus comes here from the last resume once that is decided.
      <div ref={rest} tabIndex={-1}>
        <EmptyState icon={Inbox} title={EMPTY[status].title}>
          {EMPTY[status].hint}
        </EmptyState>
      </div>
    )
  }
  return (
    <div ref={rest} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {failure && <Failure error={failure} onRetry={reload} />}
      {isDecidable && <BulkBar submissions={submissions} onDecided={onDecided} />}
      {isDecidable && <KeyHelp />}
      <table className="w-full table-fixed border-line border-t max-lg:block">
        <caption className="sr-only">{`Resumes, ${status}`}</caption>
        <ColumnHeads status={status} />
        <tbody className="max-lg:block">
          {rows.map((submission) => (
            <SubmissionRow
              key={submission.id}
              submission={submission}
              isSelected={submissions.selected.has(submission.id)}
              isBusy={submissions.busy.has(submission.id)}
              isCurrent={isDecidable && current === submission.id}
              onFocus={() => setCurrent(submission.id)}
              onSelect={(isSelected) => {
                const next = new Set(submissions.selected)
                if (isSelected) next.add(submission.id)
                else next.delete(submission.id)
                submissions.select(next)
              }}
              onDecide={(action) => decide(submission.id, action)}
              contacts={submissions.contactsOf(submission.id)}
              onContactsChange={(contacts) => submissions.setContacts(submission.id, contacts)}
            />
          ))}
        </tbody>
      </table>
      <Pagination page={submissions.page} totalPages={totalPages} onPageChange={onPageChange} />
    </div>
  )
}

function Failure({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  const { title, description } = submissionsError(error)
  return (
    <ErrorPanel title={title} action={<Button onClick={onRetry}>Try again</Button>}>
      {description}
    </ErrorPanel>
  )
}

/** The columns and their names; decided resumes have no box to tick, and a day in place of buttons. */
function ColumnHeads({ status }: { status: SubmissionStatus }) {
  return (
    <>
      <colgroup>
        {status === 'pending' && <col className="w-10" />}
        <col />
        <col className="w-[28%]" />
        <col />
        <col className="w-30" />
        {status === 'pending' ? <col className="w-52" /> : <col className="w-30" />}
      </colgroup>
      <thead className="max-lg:sr-only">
        <tr className="h-10 border-line border-b text-left text-muted text-sm [&>th]:font-medium">
          {status === 'pending' && (
            <th scope="col">
              <span className="sr-only">Selected</span>
            </th>
          )}
          <th scope="col">Name and title</th>
          <th scope="col">Email and company</th>
          <th scope="col">Specialty and location</th>
          <th scope="col">Created</th>
          <th scope="col" className={status === 'pending' ? 'sr-only' : undefined}>
            {status === 'pending' ? 'Actions' : status === 'approved' ? 'Approved' : 'Rejected'}
          </th>
        </tr>
      </thead>
    </>
  )
}

/** The keyboard shortcuts, where there is a keyboard. */
function KeyHelp() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm pointer-coarse:hidden print:hidden">
      {KEYS.map(([keys, does]) => (
        <span key={does} className="inline-flex items-center gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {does}
        </span>
      ))}
    </p>
  )
}

const KEYS = [
  [['J', 'K'], 'next and previous'],
  [['A'], 'approve'],
  [['R'], 'reject'],
] as const

/** Bulk actions on the selection. */
function BulkBar({
  submissions: { rows = [], selected, busy, select, decideSelected },
  onDecided,
}: {
  submissions: Submissions
  onDecided: (() => void) | undefined
}) {
  const isAll = rows.every(({ id }) => selected.has(id))
  const isBusy = busy.size > 0
  const isNone = selected.size === 0 || undefined
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex-1 whitespace-nowrap">
        <Checkbox
          label={selected.size > 0 ? `Select all (${selected.size} selected)` : 'Select all'}
          checked={isAll}
          onCheckedChange={(isChecked) =>
            select(new Set(isChecked ? rows.map(({ id }) => id) : []))
          }
        />
      </div>
      <div className="flex gap-2">
        <Button
          variant="primary"
          isBusy={isBusy}
          data-restricted={isNone}
          onClick={() => void decideSelected('approve').then(onDecided)}
        >
          Approve selected
        </Button>
        <Button
          disabled={isBusy}
          data-restricted={isNone}
          onClick={() => void decideSelected('reject').then(onDecided)}
        >
          Reject selected
        </Button>
      </div>
    </div>
  )
}

function RowsSkeleton() {
  return (
    <div role="status" aria-label="Loading submissions" className="border-line border-t">
      {['w-64', 'w-48', 'w-56', 'w-52'].map((width) => (
        <div key={width} className="flex h-24 items-center border-line border-b">
          <Skeleton className={`h-6 max-w-full ${width}`} />
        </div>
      ))}
    </div>
  )
}
