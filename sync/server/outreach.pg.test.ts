import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  OUTCOMES,
  outcomesOf,
  TOUCH_KINDS,
  type TouchKind,
  WORDS_MAX,
} from '#db/schema/activities.ts'
import { REASON_MAX } from '#db/schema/do-not-contact.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import type { MemberToCall } from '#sync/contract/outreach-queries.ts'
import { canInTeam } from '#sync/contract/team-permissions.ts'
import type { MutationResult } from '#sync/contract/wire.ts'
import { testDatabase } from '#tests/support/database.ts'
import { insertKnownPeople, KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { EVERYTHING, wireMutation } from '#tests/support/push.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'
import { type Permission, push } from './executor.ts'
import { purgeOwnedRows } from './purge.ts'
import { runQuery } from './queries.ts'

const [ZENOBIA = '', IGNATIUS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.now()
/** A day so many days from now. */
const dayIn = (days: number) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10)

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await insertKnownPeople(database.sql)
})
afterAll(() => database.close())

async function newAccount(): Promise<string> {
  const id = crypto.randomUUID()
  await database.sql`
    insert into users (id, name, email, email_verified)
    values (${id}, 'Ana', ${`${id}@clinidex.test`}, true)`
  return id
}

/** A new person of the directory. */
async function newPerson(): Promise<string> {
  const [person] = await database.sql<{ id: string }[]>`
    insert into candidates (first_name, last_name, source) values ('Una', 'Vale', 'csv') returning id`
  return person?.id ?? ''
}

/** Roles as the database has them. */
const permission: Permission = {
  ...EVERYTHING,
  async checkInTeam(tx, team, action) {
    const [row] = await tx<{ user_id: string; role: 'owner' | 'manager' | 'recruiter' }[]>`
      select role from team_members where team_id = ${team} and user_id = ${present}`
    if (!row || !canInTeam(row.role, action)) throw new AppError('forbidden', 'No.')
    return row.role
  },
}
/** The account whose push is under way. */
let present = ''

async function send<N extends MutationName>(
  account: string,
  name: N,
  args: MutationArgs<N>,
  { createdAt, sentAt }: { createdAt?: Date; sentAt?: Date } = {},
): Promise<MutationResult | undefined> {
  present = account
  const made = wireMutation(name, args)
  const mutation = createdAt ? { ...made, created_at: createdAt.toISOString() } : made
  const { results } = await push(database.sql, account, [mutation], permission, { sentAt })
  return results[0]
}

const codeOf = (result?: MutationResult) =>
  result?.status === 'rejected' ? result.code : result?.status

async function begin(account: string, candidate_id = ZENOBIA, owner?: string): Promise<string> {
  const of = owner === undefined ? {} : { owner }
  return touch(account, { ...of, candidate_id, kind: 'call' })
}

async function touch(
  account: string,
  args: Partial<MutationArgs<'activities.add'>> & { kind: TouchKind },
): Promise<string> {
  const id = crypto.randomUUID()
  const made = await send(account, 'activities.add', { candidate_id: ZENOBIA, ...args, id })
  expect(codeOf(made)).toBe('applied')
  return id
}

const activity = async (id: string) => {
  const [row] = await database.sql`select * from activities where id = ${id}`
  return row
}
const markOf = async (owner: string) => {
  const [row] = await database.sql`
    select mark_id, reason, until, created_by, updated_by, set_at
    from do_not_contact where owner_id = ${owner}`
  return row
}

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
      'The outcome of this e-mail is known already.',
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
    present = account
    const calls = Array.from({ length: 100 }, () => crypto.randomUUID())
    const pushes = calls.map((id) => [
      wireMutation('activities.add', { id, candidate_id: ZENOBIA, kind: 'call' }),
      wireMutation('activities.complete', { id, outcome: 'voicemail' }),
    ])
    const device = async (mine: typeof pushes) => {
      // The first answer is lost each time.
      for (const mutations of [...mine, ...mine].toSorted()) {
        await push(database.sql, account, mutations, permission)
      }
    }
    await Promise.all([device(pushes.slice(0, 50)), device(pushes.slice(50))])
    const [counted] = await database.sql`
      select count(*)::int as rows, count(*) filter (where value = 'voicemail')::int as completed
      from activities where owner_id = ${account}`
    expect(counted).toEqual({ rows: 100, completed: 100 })
  })
})

describe('what cannot be kept is refused in words', () => {
  it.each([
    ['1970-01-01', 'between'],
    ['2999-12-31', 'between'],
    ['2026-02-30', 'next_on'],
  ])('a next step on %s', async (next_on, words) => {
    const account = await newAccount()
    const args = { id: crypto.randomUUID(), candidate_id: ZENOBIA, kind: 'next', next_on } as const
    expect(await send(account, 'activities.add', args)).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(words),
    })
  })

  it('a note of a megabyte, and one without words', async () => {
    const account = await newAccount()
    const note = (words: string) =>
      send(account, 'activities.add', {
        id: crypto.randomUUID(),
        candidate_id: ZENOBIA,
        kind: 'note',
        words,
      })
    expect(codeOf(await note('x'.repeat(1_048_576)))).toBe('invalid_input')
    expect(codeOf(await note(' '))).toBe('invalid_input')
    expect(codeOf(await note('x'.repeat(WORDS_MAX)))).toBe('applied')
  })
})

describe('a mark', () => {
  it('outlives a lift of the mark before that arrives late', async () => {
    const account = await newAccount()
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    await send(account, 'people.stop', { id: first, candidate_id: ZENOBIA, reason: 'One' })
    await send(account, 'people.stop', { id: second, candidate_id: ZENOBIA, reason: 'Two' })
    const lift = (mark_id: string) =>
      send(account, 'people.resume', { id: crypto.randomUUID(), candidate_id: ZENOBIA, mark_id })
    expect(codeOf(await lift(first))).toBe('changed_elsewhere')
    expect(await markOf(account)).toMatchObject({ reason: 'Two' })
    expect(codeOf(await lift(second))).toBe('applied')
    expect(await markOf(account)).toBeUndefined()
  })

  it.each([
    ['for good', 'until a day', null, 5, null],
    ['until a day', 'for good', 5, null, null],
    ['until a day', 'until an earlier one', 9, 5, 9],
    ['until a day', 'until a later one', 5, 9, 9],
  ])('%s and one %s hold as long as the longer', async (_, __, first, second, longer) => {
    const account = await newAccount()
    const day = (days: number | null) => (days === null ? null : dayIn(days))
    const stop = (id: string, reason: string, until: string | null) =>
      send(account, 'people.stop', { id, candidate_id: ZENOBIA, reason, until })
    await stop(crypto.randomUUID(), 'One', day(first))
    const id = crypto.randomUUID()
    expect(codeOf(await stop(id, 'Two', day(second)))).toBe('applied')
    expect(await markOf(account)).toMatchObject({
      mark_id: id,
      reason: 'Two',
      until: day(longer),
    })
  })

  it('that was made before another and arrives after it leaves the newer reason', async () => {
    const account = await newAccount()
    const sentAt = new Date()
    const stop = (id: string, reason: string, minutesAgo: number) => {
      const createdAt = new Date(sentAt.getTime() - minutesAgo * 60_000)
      const args = { id, candidate_id: ZENOBIA, reason }
      return send(account, 'people.stop', args, { createdAt, sentAt })
    }
    const [newer, older] = [crypto.randomUUID(), crypto.randomUUID()]
    await stop(newer, 'Newer', 5)
    const setAt = (await markOf(account))?.set_at
    await stop(older, 'Older', 60)
    // Its lift must name the mark that arrived last all the same.
    expect(await markOf(account)).toMatchObject({ mark_id: older, reason: 'Newer', set_at: setAt })
  })

  it('until a day that passed before it arrived has ended; one of a past day is refused', async () => {
    const account = await newAccount()
    const sentAt = new Date()
    const stop = (until: string, daysAgo: number) => {
      const createdAt = new Date(sentAt.getTime() - daysAgo * DAY_MS)
      const args = { id: crypto.randomUUID(), candidate_id: ZENOBIA, reason: 'A week', until }
      return send(account, 'people.stop', args, { createdAt, sentAt })
    }
    expect(await stop(dayIn(-3), 0)).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('The day must be between'),
    })
    expect(await markOf(account)).toBeUndefined()
    expect(codeOf(await stop(dayIn(-3), 10))).toBe('applied')
    expect(await markOf(account)).toMatchObject({ until: dayIn(-3) })
  })

  it('that has ended is replaced whole, also by one that ends earlier', async () => {
    const [ana, ben] = [await newAccount(), await newAccount()]
    const team = await teamOf(database.sql, { id: ana })
    await memberIn(database.sql, team, { id: ben }, 'recruiter')
    const { stop, lift } = marksOf(team, ZENOBIA)
    await stop(ana, dayIn(9))
    await database.sql`update do_not_contact set until = ${dayIn(-2)} where owner_id = ${team}`
    await database.sql`update activities set value = ${dayIn(-2)} where owner_id = ${team}`
    const mark = await stop(ben, dayIn(1))
    expect(await markOf(team)).toMatchObject({ until: dayIn(1), created_by: ben, updated_by: ben })
    expect(await lift(ben, mark)).toBe('applied')
  })
})

/** Marks of a person in a team. */
function marksOf(team: string, candidate_id: string) {
  return {
    async stop(by: string, until: string | null = null): Promise<string> {
      const id = crypto.randomUUID()
      const args = { owner: team, id, candidate_id, reason: 'Asked', until }
      expect(codeOf(await send(by, 'people.stop', args))).toBe('applied')
      return id
    },
    async lift(by: string, mark_id: string) {
      const id = crypto.randomUUID()
      return codeOf(await send(by, 'people.resume', { owner: team, id, candidate_id, mark_id }))
    },
  }
}

describe('a mark of a team is lifted by who set it and by managers', () => {
  async function team() {
    const [ana, ben, cleo] = [await newAccount(), await newAccount(), await newAccount()]
    const id = await teamOf(database.sql, { id: cleo })
    await memberIn(database.sql, id, { id: ana }, 'recruiter')
    await memberIn(database.sql, id, { id: ben }, 'recruiter')
    return { id, ana, ben, cleo, ...marksOf(id, IGNATIUS) }
  }

  it('and by no other member', async () => {
    const { ana, ben, cleo, stop, lift } = await team()
    const mark = await stop(ana)
    expect(await lift(ben, mark)).toBe('forbidden')
    expect(await lift(ana, mark)).toBe('applied')
    expect(await lift(ben, await stop(ben))).toBe('applied')
    expect(await lift(cleo, await stop(ben))).toBe('applied')
    // Lifted marks are nobody's hindrance.
    expect(await lift(ana, await stop(ana))).toBe('applied')
  })

  it('also when another member marked the person again', async () => {
    const { id, ana, ben, cleo, stop, lift } = await team()
    await stop(ana)
    const again = await stop(ben, dayIn(1))
    expect(await markOf(id)).toMatchObject({ until: null, created_by: ana, updated_by: ben })
    expect(await lift(ben, again)).toBe('forbidden')
    expect(await lift(ana, again)).toBe('forbidden')
    expect(await lift(cleo, again)).toBe('applied')
  })

  it('also when the first of two members marked the person a third time', async () => {
    const { id, ana, cleo, ben, stop, lift } = await team()
    await stop(ana, dayIn(1))
    await stop(ben)
    const third = await stop(ana)
    expect(await markOf(id)).toMatchObject({ created_by: ana, updated_by: ana })
    expect(await lift(ana, third)).toBe('forbidden')
    expect(await lift(cleo, third)).toBe('applied')
  })

  it('also when the person asked another member in a call', async () => {
    const { id, ana, ben, stop, lift } = await team()
    const call = await begin(ben, IGNATIUS, id)
    const mark = await stop(ana)
    const asked = { owner: id, id: call, outcome: 'asked_to_stop' } as const
    await send(ben, 'activities.complete', asked)
    expect(await lift(ana, mark)).toBe('forbidden')
    await send(ben, 'activities.reopen', asked)
    expect(await lift(ana, mark)).toBe('applied')
  })

  it('who may then set a shorter one', async () => {
    const { id, ana, stop, lift } = await team()
    expect(await lift(ana, await stop(ana))).toBe('applied')
    await stop(ana, dayIn(5))
    expect(await markOf(id)).toMatchObject({ until: dayIn(5) })
  })
})

it('words are taken out by their author and by managers, and the row stays', async () => {
  const [ana, ben, cleo] = [await newAccount(), await newAccount(), await newAccount()]
  const team = await teamOf(database.sql, { id: ana })
  await memberIn(database.sql, team, { id: ben }, 'recruiter')
  await memberIn(database.sql, team, { id: cleo }, 'recruiter')
  const id = crypto.randomUUID()
  const note = { owner: team, id, candidate_id: ZENOBIA, kind: 'note', words: 'Divorced' } as const
  await send(ben, 'activities.add', note)
  expect(codeOf(await send(cleo, 'activities.redact', { owner: team, id }))).toBe('forbidden')
  expect(await activity(id)).toMatchObject({ words: 'Divorced', redacted_at: null })
  expect(codeOf(await send(ana, 'activities.redact', { owner: team, id }))).toBe('applied')
  expect(await activity(id)).toMatchObject({ words: null, redacted_at: expect.any(Date) })
})

describe('words that are taken out go from the mark too, which stays', () => {
  it('of a call', async () => {
    const account = await newAccount()
    const id = await begin(account)
    const words = `Ill. ${'x'.repeat(REASON_MAX)}`
    await send(account, 'activities.complete', { id, outcome: 'asked_to_stop', words })
    expect(await markOf(account)).toMatchObject({ reason: words.slice(0, REASON_MAX) })
    await send(account, 'activities.redact', { id })
    expect(await markOf(account)).toMatchObject({ mark_id: id, reason: 'Asked us to stop' })
  })

  it('of a step that marked the person, but not of one before', async () => {
    const account = await newAccount()
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    await send(account, 'people.stop', { id: first, candidate_id: ZENOBIA, reason: 'Ill' })
    await send(account, 'people.stop', { id: second, candidate_id: ZENOBIA, reason: 'Divorced' })
    await send(account, 'activities.redact', { id: first })
    expect(await markOf(account)).toMatchObject({ reason: 'Divorced' })
    await send(account, 'activities.redact', { id: second })
    expect(await markOf(account)).toMatchObject({ mark_id: second, reason: 'Asked us to stop' })
  })
})

it('a next step carries the person’s card, which follows the person', async () => {
  const account = await newAccount()
  const person = await newPerson()
  const id = crypto.randomUUID()
  const next_on = new Date().toISOString().slice(0, 10)
  await send(account, 'activities.add', { id, candidate_id: person, kind: 'next', next_on })
  expect(await activity(id)).toMatchObject({ card: { last_name: 'Vale' } })
  await database.sql`update candidates set last_name = 'Moor' where id = ${person}`
  expect(await activity(id)).toMatchObject({ card: { last_name: 'Moor' } })
  const note = crypto.randomUUID()
  await send(account, 'activities.add', {
    id: note,
    candidate_id: person,
    kind: 'note',
    words: 'W',
  })
  expect(await activity(note)).toMatchObject({ card: null })
})

it('calls and notes stay with the person when their list is purged; its steps do not', async () => {
  const account = await newAccount()
  const [list, step, call] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const member = { list_id: list, candidate_id: ZENOBIA }
  await send(account, 'lists.create', { id: list, name: 'L', candidate_ids: [ZENOBIA] })
  await send(account, 'members.stage', { ...member, activity_id: step, stage: 'contacted' })
  await send(account, 'activities.add', { ...member, id: call, kind: 'call' })
  await database.sql`update lists set deleted_at = now() - interval '31 days' where id = ${list}`
  await purgeOwnedRows(database.sql)
  expect(await activity(step)).toBeUndefined()
  expect(await activity(call)).toMatchObject({ list_id: null })
})

it('a call on a list that a team got meanwhile is sent after the list', async () => {
  const account = await newAccount()
  const team = await teamOf(database.sql, { id: account })
  const list = crypto.randomUUID()
  await send(account, 'lists.create', { id: list, name: 'L', candidate_ids: [ZENOBIA] })
  await send(account, 'lists.move', { to: team, id: list })
  const id = crypto.randomUUID()
  const late = { id, candidate_id: ZENOBIA, list_id: list, kind: 'call' } as const
  expect(await send(account, 'activities.add', late)).toMatchObject({
    code: 'moved',
    data: { to: team },
  })
})

describe('the call block of a list', () => {
  const MARKS = {
    none: false,
    'for good': null,
    'until yesterday': dayIn(-1),
    'until today': dayIn(0),
  }
  /** How long ago by whom; an open call where there is no value. */
  const TOUCHES = {
    none: null,
    'an open call': { by: 'ana', hoursAgo: 1, value: null },
    'mine today': { by: 'ana', hoursAgo: 1, value: 'voicemail' },
    'mine of late': { by: 'ana', hoursAgo: 48, value: 'voicemail' },
    'another’s today': { by: 'ben', hoursAgo: 1, value: 'talked' },
    'another’s long ago': { by: 'ben', hoursAgo: 24 * 30, value: 'talked' },
  }
  const PLACES = ['on it', 'put off', 'without a card', 'taken off'] as const
  const people = (Object.keys(MARKS) as (keyof typeof MARKS)[]).flatMap((mark) =>
    (Object.keys(TOUCHES) as (keyof typeof TOUCHES)[]).flatMap((touch) =>
      PLACES.map((place) => ({ mark, touch, place })),
    ),
  )

  async function listOf(members: typeof people) {
    const { sql } = database
    const account = await newAccount()
    const list = crypto.randomUUID()
    await send(account, 'lists.create', { id: list, name: 'L' })
    const found = await sql<{ id: string }[]>`
      insert into candidates (first_name, last_name, source)
      select 'Una', 'Vale', 'csv' from generate_series(1, ${members.length}) returning id`
    const rows = members.map((member, index) => ({ ...member, id: found[index]?.id ?? '' }))
    for (const [index, { id, mark, touch, place }] of rows.entries()) {
      const removedAt = place === 'taken off' ? new Date() : null
      await sql`
        insert into list_members (owner_id, list_id, candidate_id, added_at, removed_at)
        values (${account}, ${list}, ${id}, ${new Date(NOW - index * 60_000)}, ${removedAt})`
      const until = MARKS[mark]
      if (until !== false) {
        await sql`
          insert into do_not_contact (owner_id, candidate_id, mark_id, reason, until, set_at)
          values (${account}, ${id}, gen_random_uuid(), 'Asked', ${until}, now())`
      }
      const touched = TOUCHES[touch]
      if (touched) {
        const at = new Date(NOW - touched.hoursAgo * HOUR_MS)
        const by = touched.by === 'ana' ? account : touched.by
        await sql`
          insert into activities
            (id, owner_id, candidate_id, kind, value, created_by, created_at, happened_at)
          values (gen_random_uuid(), ${account}, ${id}, 'call', ${touched.value}, ${by}, ${at}, ${at})`
      }
    }
    const bare = rows.filter(({ place }) => place === 'without a card').map(({ id }) => id)
    await sql`update list_members set card = null where candidate_id = any(${bare})`
    const ask = () =>
      runQuery(sql, [account], 'lists.to_call', {
        owner_id: account,
        list_id: list,
        begun_at: new Date(NOW - 12 * HOUR_MS).toISOString(),
        by: account,
        cooldown_from: new Date(NOW - 7 * DAY_MS).toISOString(),
        today: dayIn(0),
        skipped: rows.filter(({ place }) => place === 'put off').map(({ id }) => id),
      }) as Promise<MemberToCall[]>
    return { rows, ask }
  }

  it('names the next five and counts the others, as a count by hand does', async () => {
    const { rows, ask } = await listOf(people)
    const onIt = rows.filter(({ place }) => place === 'on it' || place === 'put off')
    const isStopped = ({ mark }: (typeof rows)[number]) =>
      mark === 'for good' || mark === 'until today'
    const open = onIt.filter((row) => !isStopped(row))
    const done = open.filter(({ touch }) => touch === 'mine today')
    const touched = open.filter(
      ({ touch }) => touch === 'mine of late' || touch === 'another’s today',
    )
    const left = open.filter(
      (row) => row.place === 'on it' && !done.includes(row) && !touched.includes(row),
    )
    const counts = {
      stopped: onIt.filter(isStopped).length,
      touched: touched.length,
      done: done.length,
      total: onIt.length,
    }
    expect(counts).toEqual({ stopped: 24, touched: 8, done: 4, total: 48 })
    expect(left).toHaveLength(6)
    const next = left.slice(0, 5).map(({ id }) => ({
      ...{ candidate_id: id, stage: null, ...counts },
      card: expect.objectContaining({ last_name: 'Vale' }),
    }))
    const nobody = { candidate_id: null, card: null, stage: null, ...counts }
    expect(await ask()).toEqual([...next, nobody])
  })

  it('of whom all are left out names nobody, and of an empty list has no row', async () => {
    const stopped = people.filter(({ mark }) => mark === 'for good')
    const { ask } = await listOf(stopped)
    expect(await ask()).toMatchObject([{ candidate_id: null, stopped: 12, total: 12 }])
    const bare = people.filter(({ place }) => place === 'without a card')
    expect(await (await listOf(bare)).ask()).toEqual([])
  })
})

it('an own e-mail does not hide the call of another member from its author', async () => {
  const [ana, ben] = [await newAccount(), await newAccount()]
  const team = await teamOf(database.sql, { id: ana })
  await memberIn(database.sql, team, { id: ben }, 'recruiter')
  const call = await begin(ben, ZENOBIA, team)
  await send(ben, 'activities.complete', { owner: team, id: call, outcome: 'voicemail' })
  const email = { owner: team, id: crypto.randomUUID(), candidate_id: ZENOBIA } as const
  await send(ana, 'activities.add', { ...email, kind: 'email' })
  const touches = async (by: string | null) => {
    const args = { ids: [ZENOBIA], today: dayIn(0), by }
    const [row] = await runQuery(database.sql, [ana, team], 'people.touches', args)
    return row
  }
  const last = { touched_kind: 'email', touched_by: ana }
  expect(await touches(ana)).toMatchObject({
    ...last,
    others_kind: 'call',
    others_value: 'voicemail',
    others_by: ben,
    others_owner: team,
    others_at: expect.any(Date),
  })
  expect(await touches(ben)).toMatchObject({ ...last, others_kind: 'email', others_by: ana })
  expect(await touches(null)).toMatchObject({
    ...last,
    others_kind: null,
    others_value: null,
    others_by: null,
    others_owner: null,
    others_at: null,
  })
})
