import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WORDS_MAX } from '#db/schema/activities.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import { canInTeam } from '#sync/contract/team-permissions.ts'
import type { MutationResult } from '#sync/contract/wire.ts'
import { testDatabase } from '#tests/support/database.ts'
import { insertKnownPeople, KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { EVERYTHING, wireMutation } from '#tests/support/push.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'
import { type Permission, push } from './executor.ts'
import { purgeOwnedRows } from './purge.ts'

const [ZENOBIA = '', IGNATIUS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const HOUR_MS = 60 * 60_000

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
  const id = crypto.randomUUID()
  const of = owner === undefined ? {} : { owner }
  expect(
    codeOf(await send(account, 'activities.add', { ...of, id, candidate_id, kind: 'call' })),
  ).toBe('applied')
  return id
}

const activity = async (id: string) => {
  const [row] = await database.sql`select * from activities where id = ${id}`
  return row
}
const markOf = async (owner: string) => {
  const [row] = await database.sql`
    select mark_id, reason, until, updated_by from do_not_contact where owner_id = ${owner}`
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

  it('of a team is lifted by who set it and by managers, and by no other member', async () => {
    const [ana, ben] = [await newAccount(), await newAccount()]
    const team = await teamOf(database.sql, { id: ana })
    await memberIn(database.sql, team, { id: ben }, 'recruiter')
    const mark = async (by: string) => {
      const id = crypto.randomUUID()
      await send(by, 'people.stop', { owner: team, id, candidate_id: IGNATIUS, reason: 'Asked' })
      return id
    }
    const lift = async (by: string, mark_id: string) =>
      codeOf(
        await send(by, 'people.resume', {
          owner: team,
          id: crypto.randomUUID(),
          candidate_id: IGNATIUS,
          mark_id,
        }),
      )
    expect(await lift(ben, await mark(ana))).toBe('forbidden')
    expect(await lift(ben, await mark(ben))).toBe('applied')
    expect(await lift(ana, await mark(ben))).toBe('applied')
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
