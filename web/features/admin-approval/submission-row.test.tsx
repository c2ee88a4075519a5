import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { AdminSubmission } from '#api/contract/admin-submissions.ts'
import { SubmissionRow } from './submission-row.tsx'

const SENT = {
  id: 'a resume',
  first_name: 'Ada',
  last_name: 'Vale',
  status: 'pending',
  skills: [],
  education: [],
  match: null,
  created_at: '2026-08-04T12:00:00Z',
  approved_at: null,
} as unknown as AdminSubmission

/** The words of a row. */
function shown(submission: Partial<AdminSubmission>): string {
  const page = renderToStaticMarkup(
    <table>
      <tbody>
        <SubmissionRow
          submission={{ ...SENT, ...submission }}
          isSelected={false}
          isCurrent={false}
          isBusy={false}
          contacts={[]}
          onFocus={() => undefined}
          onSelect={() => undefined}
          onDecide={() => undefined}
          onContactsChange={() => undefined}
        />
      </tbody>
    </table>,
  )
  return page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('ADMIN-01 a resume that waits says when it was sent, and is there to decide on', () => {
  const row = shown({})
  expect(row).toContain('Sent Aug 4, 2026')
  expect(row).not.toContain('Decided')
  expect(row).toContain('Approve Reject')
})

it('a decided one says when it was decided, too, and is not decided again', () => {
  const row = shown({ status: 'approved', approved_at: '2026-09-15T12:00:00Z' })
  expect(row).toContain('Sent Aug 4, 2026 Decided Sep 15, 2026')
  expect(row).not.toContain('Approve')
})
