import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import { QUERIES, type QueryArgs, type QueryName, type QueryRowOf } from '#sync/contract/queries.ts'
import { testDatabase } from '#tests/support/database.ts'
import { insertKnownPeople, KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { EVERYTHING, wireMutation } from '#tests/support/push.ts'
import { push } from './executor.ts'
import { runQuery } from './queries.ts'

const [ZENOBIA = '', IGNATIUS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const newId = () => crypto.randomUUID()
/** A day so many days from now. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await insertKnownPeople(database.sql)
})
afterAll(() => database.close())

/** A new account, its edits and its reads. */
async function newAccount() {
  const account = newId()
  await database.sql`
    insert into users (id, name, email, email_verified)
    values (${account}, 'Ana', ${`${account}@clinidex.test`}, true)`
  const edit = async <N extends MutationName>(name: N, args: MutationArgs<N>) => {
    const { results } = await push(database.sql, account, [wireMutation(name, args)], EVERYTHING)
    expect(results).toMatchObject([{ status: 'applied' }])
  }
  const ask = <N extends QueryName>(name: N, args: QueryArgs<N>) =>
    runQuery(database.sql, [account], name, QUERIES[name].args.parse(args)) as Promise<
      QueryRowOf<N>[]
    >
  return { account, edit, ask }
}

describe('what is due', () => {
  it('is what the account set itself up to the last day asked for, the most overdue first', async () => {
    const { account, edit, ask } = await newAccount()
    const step = { kind: 'next', next_on: dayIn(7) } as const
    await edit('activities.add', { id: newId(), candidate_id: ZENOBIA, ...step })
    const early = { kind: 'note', words: 'Call back', next_on: dayIn(1) } as const
    await edit('activities.add', { id: newId(), candidate_id: IGNATIUS, ...early })
    const due = async (until: string) => {
      const args = { by: account, until, today: dayIn(0) }
      const rows = await ask('people.due', args)
      return rows.map(({ candidate_id }) => candidate_id)
    }
    expect(await due(dayIn(7))).toEqual([IGNATIUS, ZENOBIA])
    expect(await due(dayIn(6))).toEqual([IGNATIUS])
    await edit('activities.add', {
      id: newId(),
      candidate_id: IGNATIUS,
      kind: 'next',
      next_on: null,
    })
    expect(await due(dayIn(7))).toEqual([ZENOBIA])
  })

  it('a touch overtakes a step from its day on, as the device counts days, and a newer step always', async () => {
    const { account, edit, ask } = await newAccount()
    const tomorrow = dayIn(1)
    /** Adds an activity that happened then. */
    const add = async (at: string, activity: Omit<MutationArgs<'activities.add'>, 'id'>) => {
      const id = newId()
      await edit('activities.add', { id, ...activity })
      await database.sql`update activities set happened_at = ${at} where id = ${id}`
      return id
    }
    const due = async (utc_offset?: number) => {
      const args = { by: account, until: dayIn(7), today: dayIn(0), utc_offset }
      const rows = await ask('people.due', args)
      return rows.map(({ next_on }) => next_on)
    }
    const step = { candidate_id: ZENOBIA, kind: 'note', words: 'Call back' } as const
    await add(`${dayIn(-1)}T00:00Z`, { ...step, next_on: tomorrow })
    const call = await add(`${dayIn(0)}T22:00Z`, { candidate_id: ZENOBIA, kind: 'call' })
    await edit('activities.complete', { id: call, outcome: 'no_answer' })
    expect(await due()).toEqual([tomorrow])
    expect(await due(-300)).toEqual([tomorrow])
    // Two hours ahead of UTC the call was made at midnight.
    expect(await due(120)).toEqual([])
    const email = await add(`${tomorrow}T03:00Z`, { candidate_id: ZENOBIA, kind: 'email' })
    expect(await due()).toEqual([])
    expect(await due(-300)).toEqual([tomorrow])
    await database.sql`delete from activities where id = ${email}`
    await add(`${dayIn(0)}T22:30Z`, { ...step, next_on: dayIn(5) })
    expect(await due()).toEqual([dayIn(5)])
    await add(`${dayIn(0)}T23:00Z`, { candidate_id: ZENOBIA, kind: 'next', next_on: null })
    expect(await due()).toEqual([])
  })

  it('a step that was moved is still after what set it first, and a new one is not', async () => {
    const { account, edit, ask } = await newAccount()
    const of = { candidate_id: ZENOBIA } as const
    const due = async () => {
      const rows = await ask('people.due', { by: account, until: dayIn(7), today: dayIn(0) })
      return rows.map(({ kind, value, next_on }) => ({ kind, value, next_on }))
    }
    const move = (next_on: string | null, words: string | null = null) =>
      edit('activities.add', { ...of, id: newId(), kind: 'next', next_on, words })
    const call = newId()
    await edit('activities.add', { ...of, id: call, kind: 'call' })
    await edit('activities.complete', { id: call, outcome: 'voicemail', next_on: dayIn(0) })
    const after = { kind: 'call', value: 'voicemail' }
    expect(await due()).toEqual([{ ...after, next_on: dayIn(0) }])
    await move(dayIn(1))
    await move(dayIn(3))
    expect(await due()).toEqual([{ ...after, next_on: dayIn(3) }])
    await edit('activities.add', { ...of, id: newId(), kind: 'note', words: 'Away' })
    await move(null)
    await move(dayIn(3))
    expect(await due()).toEqual([{ ...after, next_on: dayIn(3) }])
    await move(dayIn(4), 'Send the contract')
    expect(await due()).toEqual([{ kind: 'next', value: null, next_on: dayIn(4) }])
  })

  it('a call is open until it has an outcome or was not made', async () => {
    const { account, edit, ask } = await newAccount()
    const ids = [newId(), newId(), newId()]
    for (const id of ids) {
      await edit('activities.add', { id, candidate_id: ZENOBIA, kind: 'call' })
    }
    const [talked = '', dropped = '', open = ''] = ids
    await edit('activities.complete', { id: talked, outcome: 'talked' })
    await edit('activities.redact', { id: dropped, only_open: true })
    const calls = await ask('people.calling', { by: account })
    expect(calls.map(({ id }) => id)).toEqual([open])
  })
})

describe('two lists', () => {
  it('share those who are on both now; a list that was deleted has nobody', async () => {
    const { account, edit, ask } = await newAccount()
    const [one, other] = [newId(), newId()]
    for (const id of [one, other]) {
      await edit('lists.create', { id, name: 'Nights', candidate_ids: [ZENOBIA, IGNATIUS] })
    }
    const overlap = async () => {
      const args = {
        one: { owner_id: account, id: one },
        other: { owner_id: account, id: other },
      }
      const [row] = await ask('lists.overlap', args)
      return row?.people
    }
    const having = async () => {
      const args = { candidate_ids: [ZENOBIA, IGNATIUS] }
      const rows = await ask('lists.having', args)
      return rows.map(({ id, people }) => [id, people])
    }
    expect(await overlap()).toBe(2)
    await edit('members.remove', { list_id: other, candidate_ids: [IGNATIUS] })
    expect(await overlap()).toBe(1)
    expect(await having()).toEqual([
      [one, 2],
      [other, 1],
    ])
    await edit('members.remove', { list_id: one, candidate_ids: [ZENOBIA] })
    expect(await overlap()).toBe(0)
    await edit('lists.delete', { id: one })
    expect(await having()).toEqual([[other, 1]])
  })
})

it('the stage before is the last one set before the present', async () => {
  const { account, edit, ask } = await newAccount()
  const list_id = newId()
  await edit('lists.create', { id: list_id, name: 'Nights', candidate_ids: [ZENOBIA] })
  for (const stage of ['contacted', 'interested', 'declined'] as const) {
    await edit('members.stage', { activity_id: newId(), list_id, candidate_id: ZENOBIA, stage })
  }
  const args = { owner_id: account, list_id }
  const [member] = await ask('lists.members', args)
  expect(member).toMatchObject({ stage: 'declined', stage_before: { value: 'interested' } })
})

describe('favorites', () => {
  it('are those with a star, the last starred first, whenever their notes were written', async () => {
    const { edit, ask } = await newAccount()
    const star = (candidate_id: string, starred = true, since?: Date) =>
      edit('candidates.star', {
        candidate_id,
        starred,
        ...(since && { since: since.toISOString() }),
      })
    const note = (candidate_id: string, words: string | null, previous: string | null) =>
      edit('candidates.note', { candidate_id, note: words, previous })
    const favorites = async () =>
      (await ask('candidates.starred', {})).map(({ candidate_id }) => candidate_id)

    await note(ZENOBIA, 'Nights only', null)
    expect(await favorites()).toEqual([])
    await star(IGNATIUS)
    await star(ZENOBIA)
    expect(await favorites()).toEqual([ZENOBIA, IGNATIUS])
    await note(IGNATIUS, 'Days only', null)
    expect(await favorites()).toEqual([ZENOBIA, IGNATIUS])
    const [first, second] = await ask('candidates.starred', {})
    expect(first).toMatchObject({ note: 'Nights only', total: 2 })
    expect(second).toMatchObject({ card: { last_name: 'Wobblethorpe' }, note: 'Days only' })

    // Put back, one has its place again; a time that is yet to come is none.
    await star(IGNATIUS, false)
    expect(await favorites()).toEqual([ZENOBIA])
    const among = async (...candidate_ids: string[]) =>
      (await ask('candidates.starred_of', { candidate_ids })).map((row) => row.candidate_id)
    expect(await among(IGNATIUS, ZENOBIA)).toEqual([ZENOBIA])
    expect(await among(IGNATIUS)).toEqual([])
    await star(IGNATIUS, true, second?.created_at)
    expect(await favorites()).toEqual([ZENOBIA, IGNATIUS])
    await star(IGNATIUS, false)
    await star(IGNATIUS, true, new Date(Date.now() + 60 * 60_000))
    const [last] = await ask('candidates.starred', {})
    expect(last?.candidate_id).toBe(IGNATIUS)
    expect(last?.created_at.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('come in windows, each with how many there are', async () => {
    const { edit, ask } = await newAccount()
    for (const candidate_id of [ZENOBIA, IGNATIUS]) {
      await edit('candidates.star', { candidate_id, starred: true })
    }
    const window = async (offset: number) =>
      (await ask('candidates.starred', { offset, limit: 1 })).map(({ candidate_id, total }) => [
        candidate_id,
        total,
      ])
    expect(await window(0)).toEqual([[IGNATIUS, 2]])
    expect(await window(1)).toEqual([[ZENOBIA, 2]])
    expect(await window(2)).toEqual([])
  })
})
