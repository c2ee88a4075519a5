import { describe, expect, it } from 'vitest'
import { OUTCOMES, outcomesOf, TOUCH_KINDS } from '#db/schema/activities.ts'
import { REASON_MAX } from '#db/schema/do-not-contact.ts'
import {
  codeOf,
  dayIn,
  HOUR_MS,
  outreachDatabase,
  ZENOBIA,
} from '#tests/support/outreach-database.ts'
import { EVERYTHING, wireMutation } from '#tests/support/push.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'
import { push } from './executor.ts'

const { newAccount, newPerson, send, begin, touch, activity, markOf, database } = outreachDatabase()

describe('when a step was done is said by the server’s clock', () => {
  it.each([
    ['right, an hour before it was sent', 0, 1, 1],
    ['a day ahead', 24, 2, 2],
    ['a day behind', -24, 3, 3],
    ['set back while it waited: then it is now', 0, -5, 0],
  ])('the device’s clock is %s', async (_, offHours, hoursBefore, hoursAgo) => {
    const account = await newAccount()
    const id = crypto.randomUUID()
    const before = Date.now()
    const sentAt = new Date(before + offHours * HOUR_MS)
    const createdAt = new Date(sentAt.getTime() - hoursBefore * HOUR_MS)
    const args = { id, candidate_id: ZENOBIA, kind: 'note', words: 'Nights only' } as const
    expect(codeOf(await send(account, 'activities.add', args, { createdAt, sentAt }))).toBe(
      'applied',
    )
    const happenedAt: Date = (await activity(id))?.happened_at
    expect(happenedAt.getTime()).toBeGreaterThanOrEqual(before - hoursAgo * HOUR_MS)
    expect(happenedAt.getTime()).toBeLessThanOrEqual(Date.now() - hoursAgo * HOUR_MS)
  })
})

describe('what came of a touch', () => {
  const ENDS = TOUCH_KINDS.flatMap((kind) => outcomesOf(kind).map((outcome) => ({ kind, outcome })))

  it.each(ENDS)('$outcome is said once of a $kind, and taken back', async ({ kind, outcome }) => {
    const account = await newAccount()
    const next = dayIn(3)
    // What a meeting was about is there before its outcome, and stays with it.
    const before = kind === 'call' ? {} : { words: 'Night shifts', next_on: next }
    const id = await touch(account, { kind, ...before })
    const more = { words: 'Night shifts. Call again.', next_on: next }
    expect(codeOf(await send(account, 'activities.complete', { id, outcome, ...more }))).toBe(
      'applied',
    )
    expect(await activity(id)).toMatchObject({ kind, value: outcome, ...more })
    expect(await markOf(account)).toEqual(
      outcome === 'asked_to_stop'
        ? expect.objectContaining({ mark_id: id, until: null })
        : undefined,
    )
    const [other = outcome] = outcomesOf(kind).filter((one) => one !== outcome)
    expect(await send(account, 'activities.complete', { id, outcome: other })).toMatchObject({
      code: 'changed_elsewhere',
      data: { current: outcome, by: account },
    })
    const taken = { id, outcome, ...before }
    expect(codeOf(await send(account, 'activities.reopen', taken))).toBe('applied')
    const nothing = { words: null, next_on: null }
    expect(await activity(id)).toMatchObject({ value: null, ...nothing, ...before })
    expect(await markOf(account)).toBeUndefined()
  })

  it.each(TOUCH_KINDS)(
    'is of its kind: a %s with the outcome of another is refused',
    async (kind) => {
      const account = await newAccount()
      const id = await touch(account, { kind })
      const all = TOUCH_KINDS.flatMap((touch) => OUTCOMES[touch])
      const wrong = all.filter((outcome) => !outcomesOf(kind).includes(outcome))
      expect(wrong.length).toBeGreaterThan(0)
      for (const outcome of wrong) {
        const said = await send(account, 'activities.complete', { id, outcome })
        expect(said).toMatchObject({ code: 'invalid_input' })
        const args = { id: crypto.randomUUID(), candidate_id: ZENOBIA, kind, outcome }
        expect(codeOf(await send(account, 'activities.add', args))).toBe('invalid_input')
      }
      expect(await activity(id)).toMatchObject({ value: null })
    },
  )

  it('of a kind is named where it is known already', async () => {
    const account = await newAccount()
    const said = TOUCH_KINDS.map(async (kind) => {
      const [outcome, other] = outcomesOf(kind)
      const id = await touch(account, { kind, outcome: outcome ?? null })
      const again = await send(account, 'activities.complete', { id, outcome: other ?? 'talked' })
      return again?.status === 'rejected' && again.message
    })
    expect(await Promise.all(said)).toEqual([
      'The outcome of this call is known already.',
      'The outcome of this email is known already.',
      'The outcome of this text message is known already.',
      'The outcome of this meeting is known already.',
    ])
  })

  it('may be written down with it, and marks who asked to stop', async () => {
    const account = await newAccount()
    const words = 'Wants no calls'
    const id = await touch(account, { kind: 'meeting', outcome: 'asked_to_stop', words })
    expect(await activity(id)).toMatchObject({ value: 'asked_to_stop', words })
    expect(await markOf(account)).toMatchObject({ mark_id: id, reason: words, until: null })
    expect(codeOf(await send(account, 'activities.redact', { id }))).toBe('applied')
    expect(await markOf(account)).toMatchObject({ reason: 'Asked us to stop' })
  })

  it('there is none of a note, nor of a touch whose words were taken out', async () => {
    const account = await newAccount()
    const [note, met] = [crypto.randomUUID(), await touch(account, { kind: 'meeting', words: 'x' })]
    await send(account, 'activities.add', {
      id: note,
      candidate_id: ZENOBIA,
      kind: 'note',
      words: 'y',
    })
    const said = await send(account, 'activities.complete', { id: note, outcome: 'took_place' })
    expect(said).toMatchObject({ code: 'invalid_input', message: 'This has no outcome.' })
    await send(account, 'activities.redact', { id: met })
    const late = { id: met, outcome: 'took_place', words: 'x' } as const
    expect(codeOf(await send(account, 'activities.complete', late))).toBe('gone')
    expect(await activity(met)).toMatchObject({ words: null, value: null })
  })

  it('keeps a next step of the past, and takes no new one', async () => {
    const account = await newAccount()
    const id = await touch(account, { kind: 'meeting', next_on: dayIn(1) })
    await database.sql`update activities set next_on = '2026-01-05' where id = ${id}`
    const complete = (next_on: string) =>
      send(account, 'activities.complete', { id, outcome: 'took_place', next_on })
    expect(codeOf(await complete('1970-01-01'))).toBe('invalid_input')
    expect(codeOf(await complete('2026-01-05'))).toBe('applied')
  })
})

describe('a call', () => {
  it('is completed once, by who called', async () => {
    const [ana, ben] = [await newAccount(), await newAccount()]
    const team = await teamOf(database.sql, { id: ana })
    await memberIn(database.sql, team, { id: ben }, 'manager')
    const id = await begin(ana, ZENOBIA, team)
    const complete = (who: string, outcome: 'talked' | 'voicemail') =>
      send(who, 'activities.complete', { owner: team, id, outcome, words: ' Call back ' })
    expect(codeOf(await complete(ben, 'talked'))).toBe('forbidden')
    expect(codeOf(await complete(ana, 'voicemail'))).toBe('applied')
    expect(await complete(ana, 'talked')).toMatchObject({
      code: 'changed_elsewhere',
      data: { current: 'voicemail', by: ana },
    })
    expect(await activity(id)).toMatchObject({
      value: 'voicemail',
      words: 'Call back',
      created_by: ana,
    })
  })

  it('asked us to stop: the person is marked, until that outcome is taken back', async () => {
    const account = await newAccount()
    const id = await begin(account)
    await send(account, 'activities.complete', { id, outcome: 'asked_to_stop' })
    expect(await markOf(account)).toMatchObject({
      mark_id: id,
      reason: 'Asked us to stop',
      until: null,
    })
    await send(account, 'activities.reopen', { id, outcome: 'asked_to_stop' })
    expect(await markOf(account)).toBeUndefined()
    expect(await activity(id)).toMatchObject({ value: null })
  })

  it('taking its outcome back leaves a mark that was set since', async () => {
    const account = await newAccount()
    const id = await begin(account)
    await send(account, 'activities.complete', { id, outcome: 'asked_to_stop' })
    const mark = crypto.randomUUID()
    await send(account, 'people.stop', { id: mark, candidate_id: ZENOBIA, reason: 'Wrote to us' })
    await send(account, 'activities.reopen', { id, outcome: 'asked_to_stop' })
    expect(await markOf(account)).toMatchObject({ mark_id: mark, reason: 'Wrote to us' })
  })

  it('asked us to stop: a mark for good stays as it is, also when that is taken back', async () => {
    const account = await newAccount()
    const [id, mark] = [await begin(account), crypto.randomUUID()]
    await send(account, 'people.stop', { id: mark, candidate_id: ZENOBIA, reason: 'By letter' })
    const asked = { id, outcome: 'asked_to_stop' } as const
    expect(codeOf(await send(account, 'activities.complete', asked))).toBe('applied')
    expect(await markOf(account)).toMatchObject({ mark_id: mark, reason: 'By letter', until: null })
    expect(codeOf(await send(account, 'activities.reopen', asked))).toBe('applied')
    expect(await markOf(account)).toMatchObject({ mark_id: mark, reason: 'By letter', until: null })
  })

  it('asked us to stop: a mark until a day holds for good, also when that is taken back', async () => {
    const account = await newAccount()
    const [id, mark] = [await begin(account), crypto.randomUUID()]
    const until = dayIn(30)
    await send(account, 'people.stop', { id: mark, candidate_id: ZENOBIA, reason: 'May', until })
    const asked = { id, outcome: 'asked_to_stop', words: 'Never again' } as const
    await send(account, 'activities.complete', asked)
    expect(await markOf(account)).toMatchObject({ reason: 'Never again', until: null })
    const lift = { id: crypto.randomUUID(), candidate_id: ZENOBIA, mark_id: mark }
    expect(codeOf(await send(account, 'people.resume', lift))).toBe('changed_elsewhere')
    expect(codeOf(await send(account, 'activities.reopen', asked))).toBe('applied')
    expect(await markOf(account)).toMatchObject({ until: null })
  })

  it('asked us to stop: a mark that has ended is replaced, and taken back with the outcome', async () => {
    const account = await newAccount()
    const id = await begin(account)
    const ended = { id: crypto.randomUUID(), candidate_id: ZENOBIA, reason: 'A week' }
    await send(account, 'people.stop', { ...ended, until: dayIn(7) })
    await database.sql`update do_not_contact set until = ${dayIn(-2)} where owner_id = ${account}`
    await send(account, 'activities.complete', { id, outcome: 'asked_to_stop' })
    expect(await markOf(account)).toMatchObject({ mark_id: id, until: null })
    await send(account, 'activities.reopen', { id, outcome: 'asked_to_stop' })
    expect(await markOf(account)).toBeUndefined()
  })

  it('asked us to stop in long words: the mark has their beginning, in whole characters', async () => {
    const account = await newAccount()
    const id = await begin(account)
    const words = `${'x'.repeat(REASON_MAX - 1)}😀`
    const asked = { id, outcome: 'asked_to_stop', words } as const
    expect(codeOf(await send(account, 'activities.complete', asked))).toBe('applied')
    expect(await markOf(account)).toMatchObject({ reason: 'x'.repeat(REASON_MAX - 1) })
  })

  it('that was not made is dropped, but not once its outcome is known', async () => {
    const account = await newAccount()
    const [dropped, made] = [await begin(account), await begin(account)]
    await send(account, 'activities.complete', { id: made, outcome: 'talked', words: 'In May' })
    const drop = (id: string) => send(account, 'activities.redact', { id, only_open: true })
    expect(codeOf(await drop(dropped))).toBe('applied')
    expect(await activity(dropped)).toMatchObject({ redacted_at: expect.any(Date) })
    expect(await drop(made)).toMatchObject({
      code: 'changed_elsewhere',
      message: 'The outcome of this call is known already.',
      data: { current: 'talked', by: account },
    })
    expect(await activity(made)).toMatchObject({
      value: 'talked',
      words: 'In May',
      redacted_at: null,
    })
    expect(codeOf(await send(account, 'activities.redact', { id: made }))).toBe('applied')
  })

  it('with a person who was removed meanwhile is told to its author as gone', async () => {
    const account = await newAccount()
    const person = await newPerson()
    const id = await begin(account, person)
    await database.sql`delete from candidates where id = ${person}`
    const outcome = await send(account, 'activities.complete', {
      id,
      outcome: 'talked',
      words: 'Yes',
    })
    expect(codeOf(outcome)).toBe('gone')
    const late = { id: crypto.randomUUID(), candidate_id: person, kind: 'call' } as const
    expect(codeOf(await send(account, 'activities.add', late))).toBe('gone')
    const mark = { id: crypto.randomUUID(), candidate_id: person, reason: 'Asked' }
    expect(codeOf(await send(account, 'people.stop', mark))).toBe('gone')
  })

  it('fifty of each of two devices, each pushed twice, are a hundred rows', async () => {
    const account = await newAccount()
    const calls = Array.from({ length: 100 }, () => crypto.randomUUID())
    const pushes = calls.map((id) => [
      wireMutation('activities.add', { id, candidate_id: ZENOBIA, kind: 'call' }),
      wireMutation('activities.complete', { id, outcome: 'voicemail' }),
    ])
    const device = async (mine: typeof pushes) => {
      // The first answer is lost each time.
      for (const mutations of [...mine, ...mine].toSorted()) {
        await push(database.sql, account, mutations, EVERYTHING)
      }
    }
    await Promise.all([device(pushes.slice(0, 50)), device(pushes.slice(50))])
    const [counted] = await database.sql`
      select count(*)::int as rows, count(*) filter (where value = 'voicemail')::int as completed
      from activities where owner_id = ${account}`
    expect(counted).toEqual({ rows: 100, completed: 100 })
  })
})
