import { Check, X } from 'lucide-react'
import type { AdminSubmission, SubmissionAction } from '#api/contract/admin-submissions.ts'
import type { SubmittedContact } from '#db/schema/candidate-submissions.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { educationFacts, fullName, linkedInUrl } from '#web/lib/people/candidate-facts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SubmissionChanges } from './submission-changes.tsx'
import { rowId } from './use-submission-keys.ts'

const CELL = 'min-w-0 py-1 align-top lg:py-3 lg:pr-4'

/** One resume. Where a table does not fit, its cells are stacked. */
export function SubmissionRow({
  submission,
  isSelected,
  isBusy,
  onSelect,
  onDecide,
  contacts,
  onContactsChange,
  isCurrent,
  onFocus,
}: {
  submission: AdminSubmission
  isSelected: boolean
  /** The keyboard shortcuts act on this row. */
  isCurrent: boolean
  onFocus(): void
  isBusy: boolean
  onSelect(isSelected: boolean): void
  onDecide(action: SubmissionAction): void
  /** Contacts of a listed person that are ticked to be changed. */
  contacts: readonly SubmittedContact[]
  onContactsChange(contacts: readonly SubmittedContact[]): void
}) {
  const name = fullName(submission)
  const isPending = submission.status === 'pending'
  const { match } = submission
  const cells = (
    <tr
      id={rowId(submission.id)}
      tabIndex={-1}
      aria-current={isCurrent || undefined}
      onFocus={onFocus}
      className={classNames(
        !match && 'border-line border-b',
        'scroll-mt-24 scroll-mb-24 outline-offset-[6px]',
        isCurrent && 'bg-accent-wash shadow-[0_0_0_6px_var(--accent-wash)]',
        'max-lg:relative max-lg:grid max-lg:py-3 max-lg:pl-9 md:max-lg:grid-cols-2 md:max-lg:gap-x-4',
      )}
    >
      {isPending && (
        <td className={`${CELL} max-lg:absolute max-lg:top-3 max-lg:left-0 lg:pt-3.5`}>
          <Checkbox
            label={`Select ${name}`}
            isLabelHidden
            checked={isSelected}
            onCheckedChange={onSelect}
          />
        </td>
      )}
      {/* Where cells are stacked, the details come after all of them, as wide as they are. */}
      <td className={`${CELL} max-lg:contents`}>
        <div className="min-w-0 max-lg:py-1">
          <p className="break-words font-medium">{name}</p>
          <p className="break-words text-muted">{submission.title}</p>
          {isPending && (
            <Badge hue={match ? 'administrator' : 'default'}>
              {match ? 'Listed already' : 'New'}
            </Badge>
          )}
        </div>
        <Details submission={submission} />
      </td>
      <td className={CELL}>
        <p className="wrap-anywhere">{submission.personal_email}</p>
        <p className="break-words text-muted">{submission.organization}</p>
      </td>
      <td className={CELL}>
        <p className="break-words">{submission.specialty}</p>
        <p className="break-words text-muted">{submission.location}</p>
      </td>
      <td className={`${CELL} text-muted tabular-nums`}>
        <p>
          <span className="lg:hidden">Sent </span>
          {formatDay(submission.created_at)}
        </p>
      </td>
      {submission.approved_at && (
        <td className={`${CELL} text-muted tabular-nums`}>
          <span className="lg:hidden">Decided </span>
          {formatDay(submission.approved_at)}
        </td>
      )}
      {isPending && (
        <td className={`${CELL} max-lg:order-2 max-lg:pt-3 lg:pr-0`}>
          <DecideButtons {...{ name, isCurrent, isBusy, onDecide }} />
        </td>
      )}
    </tr>
  )
  if (!match) return cells
  return (
    <>
      {cells}
      <SubmissionChanges
        onFocus={onFocus}
        submission={submission}
        match={match}
        contacts={contacts}
        onContactsChange={onContactsChange}
      />
    </>
  )
}

function DecideButtons({
  name,
  isCurrent,
  isBusy,
  onDecide,
}: {
  name: string
  isCurrent: boolean
  isBusy: boolean
  onDecide(action: SubmissionAction): void
}) {
  return (
    <div className="flex gap-2 lg:justify-end">
      <Button
        size="sm"
        aria-label={`Approve ${name}`}
        aria-keyshortcuts={isCurrent ? 'A' : undefined}
        isBusy={isBusy}
        onClick={() => onDecide('approve')}
      >
        {!isBusy && <Check aria-hidden />}
        Approve
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Reject ${name}`}
        aria-keyshortcuts={isCurrent ? 'R' : undefined}
        disabled={isBusy}
        onClick={() => onDecide('reject')}
      >
        <X aria-hidden />
        Reject
      </Button>
    </div>
  )
}

/** The rest of the submission. */
function Details({ submission }: { submission: AdminSubmission }) {
  const linkedIn = linkedInUrl(submission)
  return (
    <details className="mt-1 min-w-0 max-lg:order-1 md:max-lg:col-span-full">
      <summary className="inline-flex cursor-pointer items-center rounded-[4px] py-1 text-accent text-sm hover:underline pointer-coarse:min-h-11">
        Details
      </summary>
      <dl className="wrap-anywhere mt-1 mb-2 grid gap-2 text-sm md:max-lg:grid-cols-2 md:max-lg:gap-x-4 [&_dt]:text-muted">
        <div>
          <dt>Phone</dt>
          <dd>{submission.phone}</dd>
        </div>
        {linkedIn && (
          <div>
            <dt>LinkedIn</dt>
            <dd>
              <a
                href={linkedIn}
                target="_blank"
                rel="noreferrer"
                className="break-all text-accent hover:underline"
              >
                {submission.linkedin_url}
              </a>
            </dd>
          </div>
        )}
        {educationFacts(submission.education).length > 0 && (
          <div>
            <dt>Education</dt>
            {educationFacts(submission.education).map(({ label, value }) => (
              <dd key={`${label} ${value}`}>{value ? `${label}, ${value}` : label}</dd>
            ))}
          </div>
        )}
        {submission.skills.length > 0 && (
          <div>
            <dt>Skills</dt>
            <dd>{submission.skills.join(', ')}</dd>
          </div>
        )}
      </dl>
    </details>
  )
}
