import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { AppError } from '#sync/contract/errors.ts'
import { mutate } from '#web/replica/replica.ts'
import { setTeamRows } from '#web/replica/teams.ts'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { addActivity, completeTouch, ownerOfActivity } from './activity-actions.ts'
import { claimCall } from './call-claim.ts'
import { callPerson } from './contact-person.ts'
import { GULF_DESK, GULF_DESK_ROSTER } from './gulf-desk-fixture.ts'
import { putDraft } from './kept-draft.ts'
import { outcomePlace } from './outcome-draft.ts'
import { completing, outreachSheetStore } from './outreach-sheet-store.ts'
import { readTouches } from './touches.ts'
import { untouched } from './untouched.ts'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('./kept-draft.ts', () => ({ putDraft: vi.fn() }))
vi.mock('./call-claim.ts', () => ({ claimCall: vi.fn() }))
vi.mock('./begun-call.ts', () => ({ rememberNumber: vi.fn() }))
vi.mock('./touches.ts', () => ({ readTouches: vi.fn() }))

const PERSON = { id: 'zenobia', name: 'Zenobia Vale' }
const MOBILE: RevealedContact = {
  kind: 'phone',
  value: '806-555-0101',
  value_id: 7,
  verified_at: null,
  source: 'csv',
}

beforeEach(() => {
  vi.stubGlobal('location', { assign: () => undefined })
  completing.people = []
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'x' })
  vi.mocked(readTouches).mockResolvedValue(untouched('zenobia'))
  vi.mocked(claimCall).mockReset().mockResolvedValue(null)
  outreachSheetStore.sheet = null
  session.me = { user: { id: 'ana', email: 'ana@agency.test' }, role: 'subscriber' } as never
  setTeamRows({ teams: [GULF_DESK], roster: GULF_DESK_ROSTER })
})

describe('what came of a call', () => {
  const number = { candidate_id: 'zenobia', kind: 'phone', value_id: 7 } as const
  const direct = { ...number, kind: 'direct_phone' } as const
  const NOTHING_MORE = { words: null, next_on: null }

  it.each([
    ['wrong_number', number, 'someone_else'],
    ['wrong_number', direct, 'someone_else'],
    ['left_job', direct, 'left'],
    // A mobile phone goes along to the next job.
    ['left_job', number, undefined],
    ['no_answer', number, undefined],
    // A call of which the device does not know the number any more.
    ['wrong_number', undefined, undefined],
  ] as const)('%s of %o reports the number as %s', async (outcome, called, reason) => {
    const under = { person: PERSON, touch: 'call', id: 'c', number: called } as const
    expect(await completeTouch(under, outcome, NOTHING_MORE)).toBe(true)
    const reports = vi.mocked(mutate).mock.calls.filter(([name]) => name === 'contacts.report')
    expect(reports).toEqual(reason ? [['contacts.report', { ...called, reason }]] : [])
  })

  it('of a meeting taken back leaves its words and next step, asks again with what was written, and reports nothing', async () => {
    const before = { words: 'At the fair', next_on: '2026-12-01' }
    const met = { person: PERSON, touch: 'meeting', id: 'm', before } as const
    const draft = { words: 'At the fair. Alone.', next_on: before.next_on }
    await completeTouch(met, 'no_show', draft)
    expect(toastStore.current).toMatchObject({ title: 'Zenobia Vale: no show' })
    toastStore.current?.action?.onPress()
    await vi.waitFor(() => expect(outreachSheetStore.sheet).toEqual({ kind: 'outcome', ...met }))
    expect(putDraft).toHaveBeenCalledExactlyOnceWith(outcomePlace(met), draft, expect.anything())
    expect(vi.mocked(mutate).mock.calls).toEqual([
      [
        'activities.complete',
        { id: 'm', outcome: 'no_show', words: 'At the fair. Alone.', next_on: before.next_on },
      ],
      ['activities.reopen', { id: 'm', outcome: 'no_show', ...before }],
    ])
  })

  it('lets a call block go on at once, and comes back where it is not kept', async () => {
    const under = { person: PERSON, touch: 'call', id: 'c' } as const
    const before = completing.people
    const isKept = completeTouch(under, 'talked', NOTHING_MORE)
    expect(completing.people).toEqual(['zenobia'])
    // Changed in place it would be news to no view.
    expect(completing.people).not.toBe(before)
    expect(await isKept).toBe(true)
    completing.people = []
    vi.mocked(mutate).mockRejectedValue(new AppError('forbidden', 'No.'))
    expect(await completeTouch(under, 'talked', NOTHING_MORE)).toBe(false)
    expect(completing.people).toEqual([])
    vi.mocked(mutate).mockRejectedValue(new Error('The database is broken.'))
    await expect(completeTouch(under, 'talked', NOTHING_MORE)).rejects.toThrow('broken')
    expect(completing.people).toEqual([])
  })

  it('of an e-mail leaves its person to be called', async () => {
    const email = { person: PERSON, touch: 'email', id: 'e' } as const
    expect(await completeTouch(email, 'replied', NOTHING_MORE)).toBe(true)
    expect(completing.people).toEqual([])
  })

  it('taken back, its report is too', async () => {
    await callPerson(PERSON, MOBILE)
    const { sheet } = outreachSheetStore
    if (sheet?.kind !== 'outcome') throw new Error('No outcome is asked for.')
    outreachSheetStore.sheet = null
    await completeTouch(sheet, 'wrong_number', NOTHING_MORE)
    const { current: toast } = toastStore
    expect(toast).toMatchObject({
      title: 'Zenobia Vale: wrong number',
      description: 'The number is reported, and hidden for you.',
    })
    toast?.action?.onPress()
    await vi.waitFor(() => expect(outreachSheetStore.sheet).toEqual(sheet))
    expect(completing.people).toEqual([])
    expect(vi.mocked(mutate).mock.calls.slice(-2)).toEqual([
      ['contacts.withdraw', number],
      ['activities.reopen', { owner: 'team', id: sheet.id, outcome: 'wrong_number' }],
    ])
  })
})

describe('whose an activity is', () => {
  const own = { id: 'l', owner_id: 'ana' }
  const teams = { id: 'l', owner_id: 'team' }

  it('is the list’s owner, else the team that the account may write for, else the account', () => {
    expect(ownerOfActivity({ list: own })).toEqual({ owner_id: 'ana' })
    expect(ownerOfActivity({ list: teams })).toEqual({ owner_id: 'team' })
    expect(ownerOfActivity({})).toEqual({ owner_id: 'team' })
    setTeamRows({ teams: [{ ...GULF_DESK, role: 'viewer' }], roster: GULF_DESK_ROSTER })
    expect(ownerOfActivity({})).toEqual({ owner_id: 'ana' })
    expect(ownerOfActivity({ list: teams })).toEqual({ owner_id: 'ana' })
  })

  it('a touch from an own list is the team’s to see, a note there is not', async () => {
    await callPerson({ ...PERSON, list: own }, MOBILE)
    expect(vi.mocked(mutate).mock.lastCall?.[1]).toMatchObject({ owner: 'team', list_id: null })
    await addActivity({ ...PERSON, list: own }, { kind: 'note', words: 'Asks for days off' })
    expect(vi.mocked(mutate).mock.lastCall?.[1]).toMatchObject({ list_id: 'l' })
    expect(vi.mocked(mutate).mock.lastCall?.[1]).not.toHaveProperty('owner')
  })
})
