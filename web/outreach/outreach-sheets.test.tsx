// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { keepDraft } from '#web/lib/hooks/use-draft.ts'
import { setTeamRows } from '#web/replica/teams.ts'
import { session } from '#web/session/session.ts'
import { completeTouch } from './activity-actions.ts'
import { putOffOutcome } from './begun-call.ts'
import { GULF_DESK, GULF_DESK_ROSTER } from './gulf-desk-fixture.ts'
import { outcomePlace } from './outcome-draft.ts'
import { outreachSheetStore, type Sheet, showSheet } from './outreach-sheet-store.ts'
import { OutreachSheets } from './outreach-sheets.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: () => NO_ROWS }))
vi.mock('#web/replica/first-paint-cache.ts', () => import('./kept-places-fixture.ts'))
vi.mock('./activity-actions.ts', () => ({
  completeTouch: vi.fn(async () => true),
  dropCall: async () => true,
}))
vi.mock('./begun-call.ts', () => ({ putOffOutcome: vi.fn() }))

const asked: Sheet = {
  ...{ kind: 'outcome', touch: 'call', id: 'call' },
  person: { id: 'zenobia', name: 'Zenobia Vale' },
}

const placeOf = (id: string) => outcomePlace({ id, person: { id: 'zenobia', name: '' } })

afterEach(() => {
  cleanup()
  for (const id of ['call', 'another call']) keepDraft(placeOf(id), undefined)
  vi.clearAllMocks()
  session.me = null
  setTeamRows(null)
  outreachSheetStore.sheet = null
})

it('has the words of an outcome taken back, where the device asks about the same call just then', () => {
  const { getByLabelText } = render(<OutreachSheets />)
  act(() => showSheet(asked))
  act(() => {
    keepDraft(placeOf('call'), { words: 'Back on Monday', next_on: null })
    showSheet(asked)
  })
  expect(getByLabelText('Note')).toHaveProperty('value', 'Back on Monday')
})

it.each([
  [undefined, 'Only you see it.'],
  ['team', 'Your team Gulf desk sees it.'],
])('the words of an outcome of %s say who sees them', async (owner, audience) => {
  session.me = { user: { id: 'ana', email: 'ana@agency.test' }, role: 'subscriber' } as never
  setTeamRows({ teams: [GULF_DESK], roster: GULF_DESK_ROSTER })
  const { findByLabelText, getByText } = render(<OutreachSheets />)
  act(() => showSheet({ ...asked, owner }))
  const hint = (await findByLabelText('Note')).getAttribute('aria-describedby')
  expect(getByText(audience).id).toBe(hint)
})

describe('what was written about a call', () => {
  const { getByLabelText, getByRole, queryByRole } = screen

  /** Writes words and chooses a day, then presses a button, which closes the sheet. */
  async function writeAndPress(button: string) {
    render(<OutreachSheets />)
    act(() => showSheet(asked))
    fireEvent.change(getByLabelText('Note'), { target: { value: 'Back on Monday' } })
    fireEvent.click(getByRole('button', { name: 'In two weeks' }))
    fireEvent.click(getByRole('button', { name: button }))
    await waitFor(() => expect(queryByRole('dialog')).toBeNull())
  }

  function expectWritten(words: string, isChosen: boolean) {
    expect(getByLabelText('Note')).toHaveProperty('value', words)
    const day = getByRole('button', { name: 'In two weeks' })
    expect(day.getAttribute('aria-pressed')).toBe(String(isChosen))
  }

  it('stays where the sheet is closed, for this call alone', async () => {
    await writeAndPress('Close')
    expect(putOffOutcome).toHaveBeenCalledExactlyOnceWith('call')
    act(() => showSheet({ ...asked, id: 'another call' }))
    expectWritten('', false)
    act(() => showSheet(asked))
    expectWritten('Back on Monday', true)
  })

  it('stays where its outcome is refused', async () => {
    vi.mocked(completeTouch).mockResolvedValueOnce(false)
    render(<OutreachSheets />)
    act(() => showSheet(asked))
    fireEvent.change(getByLabelText('Note'), { target: { value: 'Back on Monday' } })
    fireEvent.click(getByRole('button', { name: 'Talked' }))
    await waitFor(() => expect(completeTouch).toHaveBeenCalled())
    await waitFor(() => expectWritten('Back on Monday', false))
  })

  it.each(['Talked', 'I did not call'])('goes with "%s"', async (button) => {
    await writeAndPress(button)
    // The draft goes once the server or the outbox has the outcome.
    await act(async () => undefined)
    act(() => showSheet(asked))
    expectWritten('', false)
  })
})
