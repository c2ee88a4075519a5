// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { AdminSubmission } from '#api/contract/admin-submissions.ts'
import type { SubmissionStatus } from '#db/schema/candidate-submissions.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { decideSubmission, fetchSubmissions } from './admin-client.ts'
import { useSubmissions } from './use-submissions.ts'

vi.mock('./admin-client.ts')

/** Three resumes; the second is of a listed person. */
const data = [null, { candidate_id: 'ben' }, null].map(
  (match, place) => ({ id: `resume ${place}`, match }) as AdminSubmission,
)
const open = () =>
  act(async () =>
    renderHook(
      ({ status, page }: { status: SubmissionStatus; page: number }) =>
        useSubmissions(status, page),
      { initialProps: { status: 'pending', page: 1 } },
    ),
  )

beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(fetchSubmissions).mockResolvedValue({ data, count: 3, totalPages: 1 })
  vi.mocked(decideSubmission).mockResolvedValue('Resume approved.')
  toastStore.current = null
})

it('ADMIN-02 a decision says who was shown as listed, and which contacts change', async () => {
  const { result } = await open()
  await act(async () => result.current.setContacts('resume 1', ['phone']))
  await act(() => result.current.decide('resume 0', 'reject'))
  await act(() => result.current.decide('resume 1', 'approve'))
  expect(vi.mocked(decideSubmission).mock.calls).toEqual([
    ['resume 0', { action: 'reject', match: null, contacts: [] }],
    ['resume 1', { action: 'approve', match: 'ben', contacts: ['phone'] }],
  ])
  expect(toastStore.current).toMatchObject({ title: 'Resume approved.', tone: 'ok' })
  // Read anew after each.
  expect(fetchSubmissions).toHaveBeenCalledTimes(3)
})

it('ADMIN-05 of several that were selected, those that failed stay selected', async () => {
  const { result } = await open()
  await act(async () => result.current.select(new Set(data.map(({ id }) => id))))
  vi.mocked(decideSubmission).mockRejectedValueOnce(new ApiError('internal_error', 'x'))
  await act(() => result.current.decideSelected('reject'))
  expect(decideSubmission).toHaveBeenCalledTimes(3)
  expect(result.current.selected).toEqual(new Set(['resume 0']))
  expect(result.current.busy).toEqual(new Set())
  expect(toastStore.current).toMatchObject({
    title: 'Bulk reject partially failed',
    description: '1 of 3 could not be handled and stay selected.',
  })
})

it('ADMIN-11 another tab or page begins with none selected and no contact ticked', async () => {
  const { result, rerender } = await open()
  for (const view of [
    { status: 'approved' as const, page: 1 },
    { status: 'approved' as const, page: 2 },
  ]) {
    await act(async () => result.current.select(new Set(['resume 1'])))
    await act(async () => result.current.setContacts('resume 1', ['phone']))
    await act(async () => rerender(view))
    expect(result.current.selected).toEqual(new Set())
    expect(result.current.contactsOf('resume 1')).toEqual([])
  }
})
