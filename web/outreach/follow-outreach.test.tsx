// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { session } from '#web/session/session.ts'
import { FollowOutreach } from './follow-outreach.tsx'
import { outreachSheetStore } from './outreach-sheet-store.ts'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('#web/replica/use-replica-state.ts', () => ({ useReplicaState: () => 0 }))
vi.mock('#web/replica/watches.ts', () => ({ useWatches: () => ({ unread: 0 }) }))
vi.mock('./use-today.ts', () => ({ useToday: () => '2026-11-29' }))
vi.mock('./begun-call.ts', () => ({
  isPutOff: async () => false,
  numberOf: async () => undefined,
  nameOf: async () => 'Zenobia Vale',
}))

beforeEach(() => {
  vi.useFakeTimers()
  const call = { id: 'call', candidate_id: 'zenobia', list_id: null, owner_id: 'ada' }
  const calling = { ...NO_ROWS, rows: [{ ...call, happened_at: new Date() }], absence: 'none' }
  vi.mocked(useLiveQuery).mockImplementation((name) =>
    name === 'people.calling' ? (calling as never) : NO_ROWS,
  )
  session.me = { user: { id: 'ada' } } as typeof session.me
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  outreachSheetStore.sheet = null
})

const second = () => act(() => vi.advanceTimersByTimeAsync(1_000))

it('asks what came of a call only once no field is written in and no dialog is open', async () => {
  const { getByLabelText, rerender } = render(
    <>
      <FollowOutreach />
      <input aria-label="Job title" />
    </>,
  )
  getByLabelText('Job title').focus()
  await second()
  expect(outreachSheetStore.sheet).toBeNull()
  getByLabelText('Job title').blur()
  rerender(
    <>
      <FollowOutreach />
      <div role="dialog" />
    </>,
  )
  await second()
  expect(outreachSheetStore.sheet).toBeNull()
  rerender(<FollowOutreach />)
  await second()
  expect(outreachSheetStore.sheet).toMatchObject({ kind: 'outcome', id: 'call' })
})

it('asks nobody else once the account has signed out meanwhile', async () => {
  const { rerender } = render(
    <>
      <FollowOutreach />
      <div role="dialog" />
    </>,
  )
  await second()
  session.me = { user: { id: 'bo' } } as typeof session.me
  rerender(<p>Another account’s screen</p>)
  await second()
  await second()
  expect(outreachSheetStore.sheet).toBeNull()
})
