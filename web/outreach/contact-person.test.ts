import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import type { PersonTouches } from '#sync/contract/outreach-queries.ts'
import { mutate } from '#web/replica/replica.ts'
import { setTeamRows } from '#web/replica/teams.ts'
import { session } from '#web/session/session.ts'
import { rememberNumber } from './begun-call.ts'
import { claimCall } from './call-claim.ts'
import {
  callElsewhere,
  callPerson,
  cooldownFrom,
  reasonNotToContact,
  textPerson,
} from './contact-person.ts'
import { GULF_DESK, GULF_DESK_ROSTER } from './gulf-desk-fixture.ts'
import { completing, outreachSheetStore } from './outreach-sheet-store.ts'
import { readTouches } from './touches.ts'
import { untouched } from './untouched.ts'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('#web/session/session.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/session/session.ts')>()),
  // The account joins a team and leaves it.
  refreshSession: vi.fn(),
}))
vi.mock('./call-claim.ts', () => ({ claimCall: vi.fn() }))
vi.mock('./begun-call.ts', () => ({ rememberNumber: vi.fn() }))
vi.mock('./touches.ts', () => ({ readTouches: vi.fn() }))

const NOW = new Date('2026-11-23T15:00:00Z')
const DAY_MS = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const PERSON = { id: 'zenobia', name: 'Zenobia Vale' }
const MOBILE: RevealedContact = {
  kind: 'phone',
  value: '806-555-0101',
  value_id: 7,
  verified_at: null,
  source: 'csv',
}

const NOTHING = untouched('zenobia')
const touched = (by: string, at: Date): PersonTouches => ({
  ...NOTHING,
  touched_kind: 'call',
  touched_value: 'voicemail',
  touched_by: by,
  touched_owner: 'team',
  touched_at: at,
  ...(by !== 'ana' && {
    others_kind: 'call',
    others_value: 'voicemail',
    others_by: by,
    others_owner: 'team',
    others_at: at,
  }),
})
const MARKED: PersonTouches = { ...NOTHING, stop_mark: 'm', stop_reason: 'Asked us to stop' }

/** What happened, in its order. */
let log: string[]

beforeEach(() => {
  log = []
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  vi.stubGlobal('location', { assign: (href: string) => log.push(href) })
  completing.people = []
  vi.mocked(mutate).mockClear()
  vi.mocked(mutate).mockImplementation(async (name, args) => {
    await Promise.resolve()
    log.push(`${name} ${(args as { kind?: string }).kind}`)
    return { id: 'x' }
  })
  vi.mocked(readTouches).mockResolvedValue(NOTHING)
  vi.mocked(claimCall).mockReset().mockResolvedValue(null)
  outreachSheetStore.sheet = null
  session.me = { user: { id: 'ana', email: 'ana@agency.test' }, role: 'subscriber' } as never
  setTeamRows({ teams: [GULF_DESK], roster: GULF_DESK_ROSTER })
})

describe('a call', () => {
  it('waits for the teams to be known: it is theirs to see', async () => {
    setTeamRows(null)
    const calling = callPerson(PERSON, MOBILE)
    await Promise.resolve()
    expect(log).toEqual([])
    setTeamRows({ teams: [GULF_DESK], roster: GULF_DESK_ROSTER })
    await calling
    expect(vi.mocked(mutate).mock.lastCall?.[1]).toMatchObject({ owner: 'team' })
  })

  it('is written before the device leaves for it, then asks what came of it', async () => {
    await callPerson(PERSON, MOBILE)
    expect(log).toEqual(['activities.add call', 'tel:+18065550101'])
    expect(outreachSheetStore.sheet).toMatchObject({
      kind: 'outcome',
      person: PERSON,
      owner: 'team',
    })
  })

  it('pressed again before it is begun is one call', async () => {
    await Promise.all([callPerson(PERSON, MOBILE), callPerson(PERSON, MOBILE)])
    expect(log).toEqual(['activities.add call', 'tel:+18065550101'])
    await Promise.all([callPerson(PERSON, MOBILE), textPerson(PERSON, 'sms:+18065550101')])
    expect(log).toHaveLength(6)
  })

  it('is made also where the rows cannot be read', async () => {
    vi.mocked(readTouches).mockRejectedValue(new Error('the database is broken'))
    await callPerson(PERSON, MOBILE)
    expect(log).toContain('tel:+18065550101')
  })

  it('to a marked person is never made', async () => {
    vi.mocked(readTouches).mockResolvedValue(MARKED)
    await callPerson(PERSON, MOBILE)
    expect(log).toEqual([])
    expect(outreachSheetStore.sheet).toMatchObject({
      kind: 'warning',
      isStopped: true,
      words: 'Do not contact: Asked us to stop',
    })
  })

  it('to a person whom another member touched within the cooldown asks first', async () => {
    vi.mocked(readTouches).mockResolvedValue(touched('ben', daysAgo(29)))
    await callPerson(PERSON, MOBILE)
    expect(log).toEqual([])
    const { sheet } = outreachSheetStore
    expect(sheet).toMatchObject({ isStopped: false, words: 'Ben called, voicemail · 29 days ago' })
    if (sheet?.kind === 'warning') await sheet.proceed('She asked for the evening')
    expect(log).toEqual(['activities.add note', 'activities.add call', 'tel:+18065550101'])
    const words = 'Contacted anyway: She asked for the evening'
    expect(vi.mocked(mutate).mock.calls[0]?.[1]).toMatchObject({ kind: 'note', words })
  })

  it('asks first also where the account itself touched last', async () => {
    const own = { touched_kind: 'email', touched_by: 'ana', touched_at: daysAgo(1) } as const
    vi.mocked(readTouches).mockResolvedValue({ ...touched('ben', daysAgo(2)), ...own })
    await callPerson(PERSON, MOBILE)
    expect(log).toEqual([])
    expect(outreachSheetStore.sheet).toMatchObject({ words: 'Ben called, voicemail · 2 days ago' })
  })

  it('made anyway without a reason is kept as one', async () => {
    vi.mocked(readTouches).mockResolvedValue(touched('ben', daysAgo(29)))
    await callPerson(PERSON, MOBILE)
    const { sheet } = outreachSheetStore
    if (sheet?.kind === 'warning') await sheet.proceed('')
    expect(vi.mocked(mutate).mock.calls[0]?.[1]).toMatchObject({ words: 'Contacted anyway' })
  })

  it('is not made any more where a mark comes while the sheet asks', async () => {
    vi.mocked(readTouches).mockResolvedValueOnce(touched('ben', daysAgo(29)))
    await callPerson(PERSON, MOBILE)
    const { sheet } = outreachSheetStore
    vi.mocked(readTouches).mockResolvedValue(MARKED)
    if (sheet?.kind === 'warning') await sheet.proceed('She asked for the evening')
    expect(log).toEqual([])
    expect(outreachSheetStore.sheet).toMatchObject({ isStopped: true })
  })

  it('is not made any more where a mark comes while it is claimed', async () => {
    vi.mocked(claimCall).mockImplementation(() => {
      vi.mocked(readTouches).mockResolvedValue(MARKED)
      return Promise.resolve(null)
    })
    await callPerson(PERSON, MOBILE)
    expect(log).toEqual([])
    expect(outreachSheetStore.sheet).toMatchObject({ isStopped: true })
  })

  it('on another telephone is written and asked about, and leaves for nothing', async () => {
    await callElsewhere(PERSON, MOBILE)
    expect(log).toEqual(['activities.add call'])
    expect(claimCall).toHaveBeenCalledOnce()
    expect(outreachSheetStore.sheet).toMatchObject({ kind: 'outcome', owner: 'team' })
    vi.mocked(readTouches).mockResolvedValue(MARKED)
    await callElsewhere(PERSON, MOBILE)
    expect(log).toEqual(['activities.add call'])
  })

  it('keeps which number it was to before it leaves: the phone may end the app at once', async () => {
    let keep = () => {}
    const kept = new Promise<void>((resolve) => {
      keep = resolve
    })
    vi.mocked(rememberNumber).mockReturnValueOnce(kept)
    const called = callPerson(PERSON, MOBILE)
    await vi.waitFor(() => expect(log).toEqual(['activities.add call']))
    expect(outreachSheetStore.sheet).toBeNull()
    keep()
    await called
    expect(log).toContain('tel:+18065550101')
    const { sheet } = outreachSheetStore
    if (sheet?.kind !== 'outcome') throw new Error('No outcome is asked for.')
    expect(rememberNumber).toHaveBeenCalledWith(sheet.id, sheet.number)
    expect(sheet.number).toEqual({ candidate_id: 'zenobia', kind: 'phone', value_id: 7 })
  })

  it.each([
    ['another member touched before the cooldown', touched('ben', daysAgo(31))],
    ['the account itself touched', touched('ana', daysAgo(1))],
  ])('to a person whom %s is made at once', async (_, touches) => {
    vi.mocked(readTouches).mockResolvedValue(touches)
    await callPerson(PERSON, MOBILE)
    expect(log).toContain('tel:+18065550101')
  })

  it('claimed by another member in the same moment asks first, and goes on once', async () => {
    vi.mocked(claimCall).mockResolvedValue('ben')
    await callPerson(PERSON, MOBILE)
    expect(log).toEqual([])
    const { sheet } = outreachSheetStore
    expect(sheet).toMatchObject({ channel: 'call', isStopped: false, words: 'Ben is calling now' })
    if (sheet?.kind === 'warning') await sheet.proceed('')
    expect(log).toEqual(['activities.add note', 'activities.add call', 'tel:+18065550101'])
    const [claimed, ...more] = vi.mocked(claimCall).mock.calls
    expect(claimed).toMatchObject(['team', { candidate_id: 'zenobia' }])
    expect(more).toEqual([])
    expect(vi.mocked(mutate).mock.lastCall?.[1]).toMatchObject({ id: claimed?.[1].call_id })
  })

  it('of an account alone is not claimed', async () => {
    setTeamRows({ teams: [], roster: [] })
    await callPerson(PERSON, MOBILE)
    expect(claimCall).not.toHaveBeenCalled()
    expect(log).toContain('tel:+18065550101')
  })

  it('to a person whom another member calls now asks first', async () => {
    const calling = { calling_id: 'c', calling_by: 'ben', calling_owner: 'team', calling_at: NOW }
    vi.mocked(readTouches).mockResolvedValue({ ...NOTHING, ...calling })
    await callPerson(PERSON, MOBILE)
    expect(log).toEqual([])
    expect(outreachSheetStore.sheet).toMatchObject({ words: 'Ben is calling now' })
  })
})

it('a text is written down and asks for no outcome', async () => {
  await textPerson(PERSON, 'sms:+18065550101')
  expect(log).toEqual(['activities.add text', 'sms:+18065550101'])
  expect(outreachSheetStore.sheet).toBeNull()
})

it('of a thousand random states, none with a mark lets a number be called', async () => {
  let seed = 1
  const chance = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let round = 0; round < 1_000; round++) {
    log = []
    const touches = {
      ...(chance() < 0.5
        ? touched(chance() < 0.5 ? 'ana' : 'ben', daysAgo(chance() * 90))
        : NOTHING),
      ...(chance() < 0.3
        ? { calling_id: 'c', calling_by: 'ben', calling_at: daysAgo(chance() / 50) }
        : {}),
      ...(chance() < 0.5
        ? { stop_mark: 'm', stop_reason: 'R', stop_until: chance() < 0.5 ? '2099-01-01' : null }
        : {}),
    }
    vi.mocked(readTouches).mockResolvedValue(touches)
    await callPerson(PERSON, MOBILE)
    if (touches.stop_mark !== null) expect(log).toEqual([])
    else expect(log.includes('tel:+18065550101')).toBe(reasonNotToContact(touches) === null)
  }
})

it('the cooldown is the team’s, else a week', () => {
  expect(cooldownFrom({ owner_id: 'team' }, NOW)).toEqual(daysAgo(30))
  expect(cooldownFrom({ owner_id: 'ana' }, NOW)).toEqual(daysAgo(7))
})
