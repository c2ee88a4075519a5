// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AdminSubmission } from '#api/contract/admin-submissions.ts'
import type { SubmissionStatus } from '#db/schema/candidate-submissions.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { decideSubmission, fetchSubmissions, reopenSubmission } from './submissions-client.ts'
import { useSubmissions } from './use-submissions.ts'

vi.mock('./submissions-client.ts')

/** Three resumes; the second is of a listed person. */
const data = [null, { candidate_id: 'ben' }, null].map(
  (match, place) =>
    ({
      id: `resume ${place}`,
      match,
      first_name: 'Ada',
      last_name: `No ${place}`,
    }) as AdminSubmission,
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
afterEach(cleanup)

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

const undo = () => act(async () => toastStore.current?.action?.onPress())

it('a rejection can be undone, an approval not', async () => {
  const { result } = await open()
  await act(() => result.current.decide('resume 0', 'approve'))
  expect(toastStore.current?.action).toBeUndefined()
  await act(() => result.current.decide('resume 1', 'reject'))
  expect(toastStore.current).toMatchObject({ durationMs: 10_000, action: { label: 'Undo' } })
  vi.mocked(fetchSubmissions).mockClear()
  await undo()
  expect(vi.mocked(reopenSubmission).mock.calls).toEqual([['resume 1']])
  expect(fetchSubmissions).toHaveBeenCalledOnce()
  expect(toastStore.current).toMatchObject({ title: 'Back among the pending', tone: 'ok' })
})

it('a rejection that is undone from another tab leaves that, too', async () => {
  const pending = await open()
  await act(() => pending.result.current.decide('resume 0', 'reject'))
  pending.unmount()
  const { result } = await act(async () => renderHook(() => useSubmissions('rejected', 1)))
  vi.mocked(fetchSubmissions).mockResolvedValue({ data: [], count: 0, totalPages: 0 })
  await undo()
  expect(result.current.rows).toEqual([])
})

it('of several that were selected, those that were rejected are brought back', async () => {
  const { result } = await open()
  await act(async () => result.current.select(new Set(data.map(({ id }) => id))))
  vi.mocked(decideSubmission).mockRejectedValueOnce(new ApiError('internal_error', 'x'))
  await act(() => result.current.decideSelected('reject'))
  const elsewhere = new ApiError('changed_elsewhere', 'This resume is not as you left it any more.')
  vi.mocked(reopenSubmission).mockRejectedValueOnce(elsewhere)
  await undo()
  expect(vi.mocked(reopenSubmission).mock.calls).toEqual([['resume 1'], ['resume 2']])
  expect(toastStore.current).toMatchObject({
    ...{ title: 'Action Failed', description: elsewhere.message, tone: 'danger' },
  })
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
    description: '1 of 3 could not be handled; those still pending stay selected. Ada No 0: x',
  })
})

it('ADMIN-05 one that another administrator decided meanwhile is named, and no longer selected', async () => {
  const { result } = await open()
  await act(async () => result.current.select(new Set(data.map(({ id }) => id))))
  vi.mocked(decideSubmission).mockRejectedValueOnce(
    new ApiError('changed_elsewhere', 'Already approved.'),
  )
  vi.mocked(fetchSubmissions).mockResolvedValue({ data: data.slice(1), count: 2, totalPages: 1 })
  await act(() => result.current.decideSelected('approve'))
  expect(vi.mocked(decideSubmission).mock.calls.map(([id]) => id)).toEqual([
    'resume 0',
    'resume 1',
    'resume 2',
  ])
  expect(toastStore.current?.description).toBe(
    '1 of 3 could not be handled; those still pending stay selected. Ada No 0: Already approved.',
  )
  expect(result.current.selected).toEqual(new Set())
})

it('ADMIN-06 where all fail it says why: once for one reason, else by name', async () => {
  const { result } = await open()
  const decideAll = async () => {
    await act(async () => result.current.select(new Set(data.map(({ id }) => id))))
    await act(() => result.current.decideSelected('approve'))
  }
  const busy = new ApiError('rate_limited', 'Too many requests. Try again in 9 s.')
  vi.mocked(decideSubmission).mockRejectedValue(busy)
  await decideAll()
  expect(toastStore.current).toMatchObject({
    title: 'Approval failed',
    description: 'All 3: Too many requests. Try again in 9 s.',
  })
  expect(result.current.selected.size).toBe(3)
  vi.mocked(decideSubmission).mockRejectedValueOnce(
    new ApiError('gone', 'This person had themselves removed.'),
  )
  await decideAll()
  expect(toastStore.current).toMatchObject({
    title: 'Approval failed',
    description:
      '3 of 3 could not be handled; those still pending stay selected. Ada No 0: This person had themselves removed. Ada No 1: Too many requests. Try again in 9 s. Ada No 2: Too many requests. Try again in 9 s.',
  })
})

it('ADMIN-06 where all of several were decided elsewhere it speaks of all', async () => {
  const { result } = await open()
  await act(async () => result.current.select(new Set(data.map(({ id }) => id))))
  const elsewhere = new ApiError('changed_elsewhere', 'Already rejected.')
  vi.mocked(decideSubmission).mockRejectedValue(elsewhere)
  await act(() => result.current.decideSelected('approve'))
  expect(toastStore.current?.description).toBe('All 3: Already rejected.')
  await act(() => result.current.decide('resume 0', 'approve'))
  expect(toastStore.current?.description).toBe('Already rejected.')
})

it('ADMIN-10 once the last page is decided, the one before it is shown', async () => {
  vi.mocked(fetchSubmissions).mockImplementation(async (_status, page) => ({
    data: page > 2 ? [] : data,
    ...{ count: 50, totalPages: 2 },
  }))
  const { result, rerender } = await open()
  await act(async () => rerender({ status: 'pending', page: 3 }))
  expect(result.current).toMatchObject({ rows: data, page: 2, totalPages: 2 })
  vi.mocked(fetchSubmissions).mockResolvedValue({ data: [], count: 0, totalPages: 0 })
  await act(async () => result.current.reload())
  expect(result.current).toMatchObject({ rows: [], page: 1, totalPages: 0 })
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
