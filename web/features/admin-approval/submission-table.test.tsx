import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { AdminSubmission } from '#api/contract/admin-submissions.ts'
import type { SubmissionStatus } from '#db/schema/candidate-submissions.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { SubmissionTable } from './submission-table.tsx'
import { type Submissions, useSubmissions } from './use-submissions.ts'

vi.mock('./use-submissions.ts', () => ({ useSubmissions: vi.fn() }))
vi.mock('./submission-row.tsx', () => ({ SubmissionRow: () => null }))

const ONE = [{ id: 'a resume' } as AdminSubmission]

function shown(
  status: SubmissionStatus,
  page: number,
  rows: AdminSubmission[] | undefined,
  failure: ApiError | null = null,
): string {
  const none = new Set()
  vi.mocked(useSubmissions).mockReturnValue({
    ...{ rows, failure, totalPages: 1, selected: none, busy: none, contactsOf: () => [] },
  } as unknown as Submissions)
  return renderToStaticMarkup(
    <SubmissionTable status={status} page={page} onPageChange={() => undefined} />,
  )
}

it.each([
  ['pending', 'Actions'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
] as const)('ADMIN-12 the last column of %s resumes is called "%s"', (status, last) => {
  const labels = [...shown(status, 1, ONE).matchAll(/<th [^>]*>(?:<span[^>]*>)?([^<]*)/g)]
  expect(labels.map(([, label]) => label)).toEqual([
    ...(status === 'pending' ? ['Selected'] : []),
    ...['Name and title', 'Email and company', 'Specialty and location', 'Created', last],
  ])
})

it.each([
  ['pending', 'Nothing to decide'],
  ['approved', 'Nothing approved yet'],
  ['rejected', 'Nothing rejected'],
] as const)('where there are no %s resumes it says so: %s', (status, title) => {
  expect(shown(status, 1, [])).toContain(title)
})

it('resumes that cannot be read again stay, with what failed above them', () => {
  const away = new ApiError('offline', 'x')
  const again = shown('pending', 1, ONE, away)
  expect(again).toContain('There is no connection to the server.')
  expect(again).toContain('<table')
  const first = shown('pending', 1, undefined, away)
  expect(first).toContain('There is no connection to the server.')
  expect(first).not.toContain('<table')
})
