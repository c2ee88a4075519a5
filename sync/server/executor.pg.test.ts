import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { pushAs, wireMutation } from '#tests/support/push.ts'
import { applied, rejected } from '#tests/support/results.ts'
import { PATIENCE } from '#tests/support/soon.ts'
import { lockOwner } from './owner-lock.ts'
import { postgresRows } from './postgres-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 20 })
})
afterAll(() => app.close())

const [ZENOBIA = '', IGNATIUS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const NOBODY = 'ffffffff-ffff-4fff-8fff-ffffffffffff'

async function newList(name = 'ICU nurses'): Promise<string> {
  const id = crypto.randomUUID()
  const results = await pushAs(app, 'subscriber', wireMutation('lists.create', { id, name }))
  expect(results).toEqual([applied('lists')])
  return id
}

it('LISTS-26 a list holds those who were put in, nobody twice', async () => {
  const id = crypto.randomUUID()
  const candidate_ids = [ZENOBIA, ZENOBIA, IGNATIUS]
  const results = await pushAs(
    app,
    'subscriber',
    wireMutation('lists.create', { id, name: ' Cardiology ', candidate_ids: [ZENOBIA] }),
    wireMutation('members.add', { list_id: id, candidate_ids }),
    wireMutation('members.add', { list_id: id, candidate_ids }),
  )
  expect(results).toEqual([applied('lists', 'list_members'), applied('list_members'), applied()])
  const members = await app.sql`
    select l.name, m.candidate_id, m.card ->> 'last_name' as last_name
    from lists l join list_members m on m.list_id = l.id
    where l.id = ${id} order by m.candidate_id`
  expect([...members]).toEqual([
    { name: 'Cardiology', candidate_id: ZENOBIA, last_name: 'Featherstonehaugh' },
    { name: 'Cardiology', candidate_id: IGNATIUS, last_name: 'Wobblethorpe' },
  ])
})

it('LISTS-05 a deleted list keeps its members until it is restored or purged', async () => {
  const id = await newList()
  const add = wireMutation('members.add', { list_id: id, candidate_ids: [ZENOBIA] })
  await pushAs(app, 'subscriber', add, wireMutation('lists.delete', { id }))
  const state = async () => {
    const [row] = await app.sql`
      select deleted_at is not null as is_deleted,
        (select count(*)::int from list_members where list_id = l.id) as members
      from lists l where id = ${id}`
    return row
  }
  expect(await state()).toEqual({ is_deleted: true, members: 1 })
  await pushAs(app, 'subscriber', wireMutation('lists.restore', { id }))
  expect(await state()).toEqual({ is_deleted: false, members: 1 })
})

it('SAVED-10 deleting a saved search takes that one and no other', async () => {
  const [kept, deleted] = [crypto.randomUUID(), crypto.randomUUID()]
  const save = (id: string) =>
    wireMutation('searches.create', { id, name: 'A', search_params: { state: 'TX' } })
  const remove = wireMutation('searches.delete', { id: deleted })
  const results = await pushAs(app, 'subscriber', save(kept), save(deleted), remove)
  expect(results[2]).toEqual(applied('saved_searches'))
  const left = await app.sql`select id from saved_searches where id in (${kept}, ${deleted})`
  expect([...left]).toEqual([{ id: kept }])
})

/** The transactions that wrote a list and the answer, as the stream of changes names them. */
async function writersOf(list: string, { id }: { id: string }) {
  const [row] = await app.sql<{ list: string; answer: string }[]>`
    select l.xmin::text as list, r.xmin::text as answer
    from lists l, mutation_results r where l.id = ${list} and r.id = ${id}`
  return { list: Number(row?.list), answer: Number(row?.answer) }
}
const txidOf = ([result]: Awaited<ReturnType<typeof pushAs>>) =>
  result?.status === 'applied' ? result.txid : undefined

it('the answer names the transaction that wrote the rows, however often it is asked for', async () => {
  const id = crypto.randomUUID()
  const create = wireMutation('lists.create', { id, name: 'A' })
  const txid = txidOf(await pushAs(app, 'subscriber', create))
  expect(await writersOf(id, create)).toEqual({ list: txid, answer: txid })
  expect(txidOf(await pushAs(app, 'subscriber', create))).toBe(txid)
})

it('where a database was moved the answer names the transaction that brought the rows there', async () => {
  const id = crypto.randomUUID()
  const create = wireMutation('lists.create', { id, name: 'A' })
  const before = txidOf(await pushAs(app, 'subscriber', create))
  // Copying the database does so, in transactions of its own.
  await app.sql.begin(async (tx) => {
    const [moved] = await tx`delete from mutation_results where id = ${create.id} returning *`
    await tx`insert into mutation_results ${tx({ ...moved })}`
  })
  const txid = txidOf(await pushAs(app, 'subscriber', create))
  expect(txid).not.toBe(before)
  expect(txid).toBe((await writersOf(id, create)).answer)
})

it('names no table in which nothing changed: no stream would tell of it', async () => {
  const id = await newList('Same')
  const patch = { name: 'Same', description: null }
  const written = await app.sql.begin(async (tx) => {
    const rows = postgresRows(tx, {
      ownerId: 'subscriber',
      by: 'subscriber',
      may: () => true,
      now: new Date(),
      madeAt: new Date(),
    })
    await rows.update('lists', { id }, patch)
    const unchanged = [...rows.written]
    await rows.update('lists', { id }, { ...patch, description: 'Nights' })
    return [unchanged, [...rows.written]]
  })
  expect(written).toEqual([[], ['lists']])
  const again = wireMutation('settings.set', { key: 'theme', value: 'dark' })
  const repeat = wireMutation('settings.set', { key: 'theme', value: 'dark' })
  await pushAs(app, 'subscriber', again)
  expect(await pushAs(app, 'subscriber', repeat)).toEqual([applied()])
})

it('a repeated push is answered as before and changes nothing', async () => {
  const id = await newList('Before')
  const rename = wireMutation('lists.rename', { id, name: 'After', previous: 'Before' })
  const conflict = wireMutation('lists.rename', { id, name: 'Other', previous: 'Before' })
  const first = await pushAs(app, 'subscriber', rename, conflict)
  expect(first).toEqual([applied('lists'), rejected('changed_elsewhere')])
  const back = wireMutation('lists.rename', { id, name: 'Before', previous: 'After' })
  await pushAs(app, 'subscriber', back)
  const again = await pushAs(app, 'subscriber', rename, conflict)
  expect(again).toEqual(first)
  const [row] = await app.sql`select name from lists where id = ${id}`
  expect(row?.name).toBe('Before')
})

it('a push runs in its order, and goes on after a rejection', async () => {
  const id = crypto.randomUUID()
  const results = await pushAs(
    app,
    'subscriber',
    wireMutation('lists.rename', { id, name: 'Too early', previous: 'One' }),
    wireMutation('lists.create', { id, name: 'One' }),
    wireMutation('lists.rename', { id, name: 'Two', previous: 'One' }),
    wireMutation('lists.rename', { id, name: 'Three', previous: 'Two' }),
  )
  expect(results).toEqual([rejected('gone'), applied('lists'), applied('lists'), applied('lists')])
  const [row] = await app.sql`select name from lists where id = ${id}`
  expect(row?.name).toBe('Three')
})

it('devices of one owner take turns, so that of two who saw one text the second is told', async () => {
  const id = await newList('0')
  const rename = (name: string) =>
    pushAs(app, 'subscriber', wireMutation('lists.rename', { id, name, previous: '0' }))
  const waiting = async () => {
    const [row] = await app.sql`
      select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    return row?.count
  }
  // Both have begun before either may go on.
  const both = await app.sql.begin(async (tx) => {
    await lockOwner(tx, 'subscriber')
    const both = [rename('1'), rename('2')]
    await vi.waitUntil(async () => (await waiting()) === 2, PATIENCE)
    return { answers: Promise.all(both) }
  })
  const results = (await both.answers).flat()
  const [list] = await app.sql`select name from lists where id = ${id}`
  const told = { code: 'changed_elsewhere', data: { current: list?.name, by: 'subscriber' } }
  expect(results).toContainEqual(applied('lists'))
  expect(results).toContainEqual(expect.objectContaining(told))
})

it('the same push twice at once runs once', async () => {
  const id = crypto.randomUUID()
  const create = wireMutation('lists.create', { id, name: 'Once' })
  const [first, second] = await Promise.all([
    pushAs(app, 'subscriber', create),
    pushAs(app, 'subscriber', create),
  ])
  expect([first, second]).toEqual([[applied('lists')], [applied('lists')]])
  expect(first?.[0]).toMatchObject({ txid: second?.[0]?.status === 'applied' && second[0].txid })
})

describe('LISTS-11 SAVED-12 EMAIL-15 another’s rows are as if they were not there', () => {
  const TEXTS = { name: 'N', subject: 'S', body: 'B' }
  const TEMPLATE = {
    ...TEXTS,
    tone: 'formal',
    length: 'short',
    position_type: 'contract',
  } as const
  const make = (id: string) => [
    wireMutation('lists.create', { id, name: 'Mine', candidate_ids: [ZENOBIA] }),
    wireMutation('searches.create', { id, name: 'Mine', search_params: { query: 'icu' } }),
    wireMutation('templates.create', { id, ...TEMPLATE }),
    wireMutation('candidates.star', { candidate_id: ZENOBIA, starred: true }),
    wireMutation('settings.set', { key: 'theme', value: 'dark' }),
  ]
  const touch = (id: string) => [
    wireMutation('lists.rename', { id, name: 'Yours', previous: 'Mine' }),
    wireMutation('lists.describe', { id, description: 'Yours', previous: null }),
    wireMutation('lists.delete', { id }),
    wireMutation('lists.restore', { id }),
    wireMutation('members.add', { list_id: id, candidate_ids: [IGNATIUS] }),
    wireMutation('members.remove', { list_id: id, candidate_ids: [ZENOBIA] }),
    wireMutation('searches.rename', { id, name: 'Yours', previous: 'Mine' }),
    wireMutation('searches.delete', { id }),
    wireMutation('templates.update', { id, changes: TEMPLATE, previous: TEXTS }),
    wireMutation('templates.delete', { id, previous: TEXTS }),
    wireMutation('candidates.star', { candidate_id: ZENOBIA, starred: false }),
  ]
  const answers = (results: Awaited<ReturnType<typeof pushAs>>) =>
    results.map((result) =>
      result.status === 'applied' ? result.tables : [result.code, result.message, result.data],
    )
  const everything = () =>
    Promise.all(
      ['lists', 'list_members', 'saved_searches', 'email_templates', 'saved_candidates'].map(
        (table) => app.sql`
          select * from ${app.sql(table)} where owner_id = 'subscriber'
          order by ${app.sql(table)}::text`,
      ),
    )

  it('to change', async () => {
    const id = crypto.randomUUID()
    await pushAs(app, 'subscriber', ...make(id))
    const before = await everything()
    const known = await pushAs(app, 'admin', ...touch(id))
    const unknown = await pushAs(app, 'admin', ...touch(NOBODY))
    expect(answers(known)).toEqual(answers(unknown))
    expect(await everything()).toEqual(before)
  })

  it('and to make, with the very same ids', async () => {
    const id = crypto.randomUUID()
    const mine = make(id)
    await pushAs(app, 'subscriber', ...mine)
    const before = await everything()
    const theirs = await pushAs(app, 'admin', ...mine)
    expect(answers(theirs)).toEqual([
      ['lists', 'list_members'],
      ['saved_searches'],
      ['email_templates'],
      ['saved_candidates'],
      ['user_settings'],
    ])
    expect(await everything()).toEqual(before)
  })
})

it('a list with the people who are still in the directory is made without the others', async () => {
  const id = crypto.randomUUID()
  const create = { id, name: 'A', candidate_ids: [ZENOBIA, NOBODY] }
  await pushAs(app, 'subscriber', wireMutation('lists.create', create))
  const members = await app.sql`select candidate_id from list_members where list_id = ${id}`
  expect([...members]).toEqual([{ candidate_id: ZENOBIA }])
})

it('a full push of the longest templates in any script fits', async () => {
  const body = '醫'.repeat(20_000)
  const texts = { name: 'N', subject: 'S', body }
  const changes = { ...texts, tone: 'formal', length: 'short', position_type: 'contract' } as const
  const full = Array.from({ length: 100 }, () =>
    wireMutation('templates.update', { id: NOBODY, changes, previous: texts }),
  )
  expect(await pushAs(app, 'subscriber', ...full)).toHaveLength(100)
  const json = { version: CONTRACT_VERSION, user_id: 'subscriber', mutations: [...full, ...full] }
  expect((await app.request('/api/mutations', { json })).status).toBe(413)
})

it('LISTS-19 takes five hundred people out of a list at once, and nobody else', async () => {
  const id = await newList()
  await pushAs(
    app,
    'subscriber',
    wireMutation('members.add', { list_id: id, candidate_ids: [ZENOBIA, IGNATIUS] }),
  )
  const strangers = Array.from({ length: 499 }, () => crypto.randomUUID())
  const remove = { list_id: id, candidate_ids: [...strangers, ZENOBIA] }
  expect(await pushAs(app, 'subscriber', wireMutation('members.remove', remove))).toEqual([
    applied('list_members'),
  ])
  const left = await app.sql`
    select candidate_id from list_members where list_id = ${id} and removed_at is null`
  expect([...left]).toEqual([{ candidate_id: IGNATIUS }])
})

it.each(['+275760-09-13T00:00:00Z', '1970-01-01T00:00:00.000Z'])(
  'a device whose clock has gone mad is served: %s',
  async (now) => {
    const mutation = wireMutation('settings.set', { key: 'density', value: 'compact' })
    const response = await app.request('/api/mutations', {
      as: 'subscriber',
      json: {
        version: CONTRACT_VERSION,
        user_id: 'subscriber',
        sent_at: now,
        mutations: [{ ...mutation, created_at: now }],
      },
    })
    expect(await response.json()).toMatchObject({ results: [{ status: 'applied' }] })
  },
)
