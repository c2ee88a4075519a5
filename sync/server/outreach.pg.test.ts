import { describe, expect, it } from 'vitest'
import { WORDS_MAX } from '#db/schema/activities.ts'
import type { MemberToCall } from '#sync/contract/outreach-queries.ts'
import {
  codeOf,
  DAY_MS,
  dayIn,
  HOUR_MS,
  IGNATIUS,
  NOW,
  outreachDatabase,
  ZENOBIA,
} from '#tests/support/outreach-database.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'
import { purgeOwnedRows } from './purge.ts'
import { runQuery } from './queries.ts'

const { newAccount, newPerson, send, begin, activity, database } = outreachDatabase()

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

it('an overdue step can be set again, for the same person and day alone', async () => {
  const [account, other] = [await newAccount(), await newAccount()]
  const step = { candidate_id: ZENOBIA, kind: 'next' } as const
  const first = crypto.randomUUID()
  await send(account, 'activities.add', { ...step, id: first, next_on: dayIn(0) })
  const next_on = dayIn(-5)
  await database.sql`update activities set next_on = ${next_on} where id = ${first}`
  await send(account, 'activities.add', { ...step, id: crypto.randomUUID(), next_on: null })
  const again = { ...step, next_on, restores: first }
  const add = async (by: string, args: Partial<typeof again>) =>
    codeOf(
      await send(by, 'activities.add', { ...again, ...args, id: crypto.randomUUID() } as never),
    )
  expect(await add(account, { restores: crypto.randomUUID() })).toBe('invalid_input')
  expect(await add(account, { candidate_id: IGNATIUS })).toBe('invalid_input')
  expect(await add(account, { next_on: dayIn(-6) })).toBe('invalid_input')
  expect(await add(other, {})).toBe('invalid_input')
  expect(await add(account, {})).toBe('applied')
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

describe('a list of a team that leaves it', () => {
  const OTHERS = {
    'a call of another': (list: string) =>
      ['activities.add', { id: crypto.randomUUID(), list_id: list, kind: 'call' }] as const,
    'a stage that another set': (list: string) =>
      [
        'members.stage',
        { activity_id: crypto.randomUUID(), list_id: list, stage: 'contacted' },
      ] as const,
    'a person whom another added': (list: string) =>
      ['members.add', { list_id: list, candidate_ids: [IGNATIUS] }] as const,
  }

  /** A list that a recruiter made in a team of another. */
  async function madeList() {
    const [boss, maker] = [await newAccount(), await newAccount()]
    const owner = await teamOf(database.sql, { id: boss })
    await memberIn(database.sql, owner, { id: maker }, 'recruiter')
    const list = crypto.randomUUID()
    const first = { owner, id: list, name: 'L', candidate_ids: [ZENOBIA] }
    await send(maker, 'lists.create', first)
    const call = { owner, id: crypto.randomUUID(), candidate_id: ZENOBIA, list_id: list }
    await send(maker, 'activities.add', { ...call, kind: 'call' })
    const move = async (by: string) => codeOf(await send(by, 'lists.move', { owner, id: list }))
    const isShared = async () => {
      const args = { owner_id: owner, list_id: list, by: maker }
      return runQuery(database.sql, [maker, owner], 'lists.is_shared', args)
    }
    return { owner, list, boss, maker, move, isShared }
  }

  it.each(Object.entries(OTHERS))('stays where there is %s, but for managers', async (_, by) => {
    const { owner, list, boss, maker, move, isShared } = await madeList()
    expect(await isShared()).toEqual([])
    const [name, args] = by(list)
    const person = name === 'members.add' ? {} : { candidate_id: ZENOBIA }
    expect(codeOf(await send(boss, name, { owner, ...args, ...person } as never))).toBe('applied')
    expect(await isShared()).toEqual([{ is_shared: true }])
    expect(await move(maker)).toBe('forbidden')
    const rows = await database.sql`
      select owner_id from activities where list_id = ${list}
      union select owner_id from lists where id = ${list}`
    expect(rows.map(({ owner_id }) => owner_id)).toEqual([owner])
    expect(await move(boss)).toBe('applied')
  })

  it('stays where who worked on it has left the team, or is deleted', async () => {
    const { owner, list, maker, move } = await madeList()
    const former = await newAccount()
    await memberIn(database.sql, owner, { id: former }, 'recruiter')
    const call = { owner, id: crypto.randomUUID(), candidate_id: ZENOBIA, list_id: list }
    await send(former, 'activities.add', { ...call, kind: 'call' })
    await database.sql`delete from users where id = ${former}`
    expect(await move(maker)).toBe('forbidden')
  })

  it('goes with its maker where nobody else worked on it', async () => {
    const { move, maker } = await madeList()
    expect(await move(maker)).toBe('applied')
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
