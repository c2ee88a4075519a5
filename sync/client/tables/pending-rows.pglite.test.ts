import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import type { DueStep } from '#sync/contract/outreach-queries.ts'
import { QUERIES, type StarredPerson } from '#sync/contract/queries.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import type { Tx } from './database.ts'
import { emptyTables, prepareDatabase } from './local-schema.ts'
import { PendingRows } from './pending-rows.ts'
import { putRows } from './row-sql.ts'
import { keyOf, rowId, type TextRow } from './text-rows.ts'

const OWNER = 'ada'
const NOW = '2026-01-31T12:00:00.000Z'
const LIST = '00000000-0000-4000-8000-000000000001'
const [ANN, BEN] = ['a', 'b'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`) as [
  string,
  string,
]

let database: PGlite
beforeAll(async () => {
  database = await openDeviceDatabase()
  await prepareDatabase(database, OWNER)
}, 300_000)
afterAll(() => database.close())
beforeEach(() => emptyTables(database))

const list = (values: TextRow = {}): TextRow => ({
  id: LIST,
  owner_id: OWNER,
  name: 'Nights',
  description: null,
  created_at: NOW,
  updated_at: NOW,
  deleted_at: null,
  ...values,
})

const mutation = <N extends MutationName>(name: N, args: MutationArgs<N>) => ({
  id: crypto.randomUUID(),
  name,
  args,
  created_at: NOW,
})
const rename = (name: string, previous: string) =>
  mutation('lists.rename', { id: LIST, name, previous })

const idOf = (shape: ShapeName, row: TextRow) => rowId(shape, keyOf(shape, row))
const THE_LIST = idOf('lists', { owner_id: OWNER, id: LIST })

const namesHere = async () =>
  (await database.query<{ name: string }>('select name from lists')).rows.map(({ name }) => name)

/** Counts the statements sent to the database. */
function counting(tx: Tx): Tx & { statements: number } {
  const counted = {
    statements: 0,
    query: ((...args: Parameters<Tx['query']>) => {
      counted.statements += 1
      return tx.query(...args)
    }) as Tx['query'],
    exec: tx.exec.bind(tx),
  }
  return counted
}

it('each mutation sees what those before it did, and the rows as they were come back', async () => {
  await putRows(database, 'lists', [list()])
  const [before] = (await database.query<TextRow>('select created_at::text from lists')).rows
  const rows = new PendingRows(database, OWNER)
  await rows.run(rename('Days', 'Nights'))
  const { accessed, refusal } = await rows.run(rename('Weekends', 'Days'))
  expect(refusal).toBeUndefined()
  expect([...accessed.reads, ...accessed.writes]).toEqual([THE_LIST, THE_LIST])
  await rows.run(mutation('candidates.star', { candidate_id: ANN, starred: true }))

  const previous = await rows.flush()
  expect(await namesHere()).toEqual(['Weekends'])
  expect(previous.get(THE_LIST)).toMatchObject({ name: 'Nights', ...before })
  const star = idOf('saved_candidates', { owner_id: OWNER, candidate_id: ANN })
  expect([...previous.keys()]).toEqual([THE_LIST, star])
  expect(previous.get(star)).toBeNull()
  expect((await rows.flush()).size).toBe(0)
})

it('two hundred mutations cost the database no more than two', async () => {
  await putRows(database, 'lists', [list()])
  const statementsOf = async (count: number) => {
    const tx = counting(database)
    const rows = new PendingRows(tx, OWNER)
    for (let done = 0; done < count; done += 1) {
      const candidate_id = `00000000-0000-4000-8000-${String(done % 2).padStart(12, '0')}`
      await rows.run(mutation('members.add', { list_id: LIST, candidate_ids: [candidate_id] }))
    }
    await rows.flush()
    return tx.statements
  }
  const two = await statementsOf(2)
  await database.exec('delete from list_members')
  expect(await statementsOf(200)).toBe(two)
})

it('what is written and deleted again is never in the tables', async () => {
  const rows = new PendingRows(database, OWNER)
  await rows.run(mutation('candidates.star', { candidate_id: ANN, starred: true }))
  await rows.run(mutation('candidates.star', { candidate_id: BEN, starred: true }))
  await rows.run(mutation('candidates.star', { candidate_id: ANN, starred: false }))
  const written = [...(await rows.flush()).keys()]
  expect(written).toEqual([idOf('saved_candidates', { owner_id: OWNER, candidate_id: BEN })])
})

it('a favorite that is put back has its place among them again', async () => {
  const { sql, params, args } = QUERIES['candidates.starred']
  const favorites = async () =>
    (await database.query<StarredPerson>(sql, params(args.parse({})))).rows
  const run = async (minute: number, given: MutationArgs<'candidates.star'>) => {
    const rows = new PendingRows(database, OWNER)
    const created_at = `2026-01-31T12:0${minute}:00.000Z`
    await rows.run({ ...mutation('candidates.star', given), created_at })
    await rows.flush()
  }
  await run(1, { candidate_id: ANN, starred: true })
  await run(2, { candidate_id: BEN, starred: true })
  const [last, first] = await favorites()
  expect([last?.candidate_id, first?.candidate_id]).toEqual([BEN, ANN])
  await run(3, { candidate_id: ANN, starred: false })
  expect(await favorites()).toEqual([{ ...last, total: 1 }])
  await run(4, { candidate_id: ANN, starred: true, since: '2026-01-31T12:01:00.000Z' })
  expect(await favorites()).toEqual([last, first])
})

it('a step that was moved is at once after what set it first, and restored is on its day again', async () => {
  const { sql, params, args } = QUERIES['people.due']
  const asked = args.parse({ by: OWNER, until: '2026-12-31', today: '2026-01-31' })
  const due = async () => {
    const { rows } = await database.query<DueStep>(sql, params(asked))
    return rows.map(({ kind, value, next_on }) => [kind, value, next_on])
  }
  const add = async (minute: number, given: Partial<MutationArgs<'activities.add'>>) => {
    const id = crypto.randomUUID()
    const activity = { candidate_id: ANN, id, kind: 'next', ...given } as const
    const created_at = `2026-01-31T12:0${minute}:00.000Z`
    const rows = new PendingRows(database, OWNER)
    const { refusal } = await rows.run({ ...mutation('activities.add', activity), created_at })
    expect(refusal).toBeUndefined()
    await rows.flush()
    return id
  }
  const call = await add(1, { kind: 'call', outcome: 'voicemail', next_on: '2026-01-31' })
  await database.exec(`update activities set next_on = '2026-01-20' where id = '${call}'`)
  await add(2, { next_on: '2026-02-01' })
  expect(await due()).toEqual([['call', 'voicemail', '2026-02-01']])
  await add(3, { next_on: '2026-01-20', restores: call })
  expect(await due()).toEqual([['call', 'voicemail', '2026-01-20']])
})

const CARD = '{"first_name": "Ann"}'
const onList = (candidate_id: string, values: TextRow = {}): TextRow => ({
  owner_id: OWNER,
  list_id: LIST,
  candidate_id,
  card: CARD,
  added_at: '2025-12-24 12:00:00.123456+00',
  ...values,
})

it('who is taken off a list and put back is as before, to the microsecond', async () => {
  const ann = onList(ANN, { stage: 'interested', stage_by: 'ben', assigned_to: 'ben' })
  await putRows(database, 'lists', [list()])
  await putRows(database, 'list_members', [ann])
  const stored = async () => (await database.query('select t::text from list_members t')).rows
  const before = await stored()
  const people = { list_id: LIST, candidate_ids: [ANN, BEN] }
  const removed = new PendingRows(database, OWNER)
  await removed.run(mutation('members.remove', people))
  await removed.flush()
  expect(await stored()).not.toEqual(before)
  const rows = new PendingRows(database, OWNER)
  const { accessed } = await rows.run(mutation('members.restore', people))
  await rows.flush()
  expect(await stored()).toEqual(before)
  // Again, it changes nothing.
  expect((await rows.run(mutation('members.restore', people))).accessed.writes.size).toBe(0)
  expect([...accessed.reads]).toContain(idOf('list_members', onList(BEN)))
})

it('a person whom the device knows from elsewhere is put on a list with the card', async () => {
  const OTHER = '00000000-0000-4000-8000-000000000002'
  await putRows(database, 'lists', [list(), list({ id: OTHER, owner_id: 'team' })])
  await putRows(database, 'list_members', [onList(ANN, { list_id: OTHER, owner_id: 'team' })])
  const rows = new PendingRows(database, OWNER)
  await rows.run(mutation('members.add', { list_id: LIST, candidate_ids: [ANN, BEN] }))
  await rows.flush()
  const { rows: cards } = await database.query(
    'select candidate_id, card from list_members where owner_id = $1 order by candidate_id',
    [OWNER],
  )
  expect(cards).toEqual([
    { candidate_id: ANN, card: { first_name: 'Ann' } },
    { candidate_id: BEN, card: null },
  ])
})

it('a list of others has their people as these are just now, stored or not', async () => {
  const [OTHER, MADE] = [2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [
    string,
    string,
  ]
  await putRows(database, 'lists', [list(), list({ id: OTHER })])
  await putRows(database, 'list_members', [onList(ANN, { stage: 'interested' })])
  const rows = new PendingRows(database, OWNER)
  await rows.run(mutation('members.add', { list_id: OTHER, candidate_ids: [ANN, BEN] }))
  await rows.run(mutation('members.remove', { list_id: OTHER, candidate_ids: [ANN] }))
  const of = [{ id: LIST }, { id: OTHER }]
  const combine = { id: MADE, name: 'Both', how: 'union', of } as const
  const { accessed } = await rows.run(mutation('lists.combine', combine))
  // What the others hold is what it depends on.
  expect([...accessed.reads]).toContain(idOf('list_members', onList(ANN)))
  await rows.flush()
  const { rows: made } = await database.query(
    `select candidate_id, stage, card ->> 'first_name' as name from list_members
     where list_id = $1 order by candidate_id`,
    [MADE],
  )
  expect(made).toEqual([
    { candidate_id: ANN, stage: 'interested', name: 'Ann' },
    { candidate_id: BEN, stage: null, name: null },
  ])
})

it('one that is refused leaves nothing behind, and tells what it looked at', async () => {
  await putRows(database, 'email_templates', [
    {
      id: LIST,
      owner_id: OWNER,
      ...{ name: 'Hello', subject: 'Hello', body: 'Hello' },
      ...{ tone: 'casual', length: 'short', position_type: 'contract' },
      ...{ created_at: NOW, updated_at: NOW },
    },
  ])
  const rows = new PendingRows(database, OWNER)
  const previous = { name: 'Hello', subject: 'Hello', body: 'another' }
  const { accessed, refusal } = await rows.run(mutation('templates.delete', { id: LIST, previous }))
  expect(refusal).toMatchObject({ code: 'changed_elsewhere', data: { current: 'Hello' } })
  expect([...accessed.reads]).toEqual([idOf('email_templates', { owner_id: OWNER, id: LIST })])
  expect(accessed.writes.size).toBe(0)
  expect((await rows.flush()).size).toBe(0)
})

it('the writes of one that is refused half-way are taken back', async () => {
  // Its list goes in; at its people the database fails.
  const rows = new PendingRows(
    {
      ...counting(database),
      query: ((sql: string, ...rest: unknown[]) =>
        sql.includes('list_members')
          ? Promise.reject(new Error('The disk is broken.'))
          : database.query(sql, ...(rest as []))) as Tx['query'],
    },
    OWNER,
  )
  const create = { id: LIST, name: 'Nights', candidate_ids: [ANN] }
  await expect(rows.run(mutation('lists.create', create))).rejects.toThrow('The disk is broken.')
  expect((await rows.flush()).size).toBe(0)
  expect(await namesHere()).toEqual([])
})

it("another owner's row of the same id is neither seen nor touched", async () => {
  await putRows(database, 'lists', [list({ owner_id: 'bob' })])
  const rows = new PendingRows(database, OWNER)
  expect((await rows.run(rename('Mine', 'Nights'))).refusal).toMatchObject({ code: 'gone' })
  await rows.run(mutation('lists.delete', { id: LIST }))
  expect((await rows.flush()).size).toBe(0)
  await rows.run(mutation('lists.create', { id: LIST, name: 'Mine' }))
  expect((await rows.flush()).size).toBe(1)
  expect((await namesHere()).sort()).toEqual(['Mine', 'Nights'])
})

it.each([
  ['of an unknown name', { ...rename('a', 'b'), name: 'lists.paint' as MutationName }],
  ['with args it cannot read', mutation('lists.delete', { id: 'no id' })],
])('a mutation %s is refused, and looks at nothing', async (_what, unreadable) => {
  const rows = new PendingRows(database, OWNER)
  const { accessed, refusal } = await rows.run(unreadable)
  expect(refusal).toMatchObject({ code: 'invalid_input' })
  expect([...accessed.reads, ...accessed.writes]).toEqual([])
})

const TEAM = '00000000-0000-4000-8000-0000000000ff'
const membersHere = async () =>
  (
    await database.query<{ owner_id: string; candidate_id: string; stage: string | null }>(
      'select owner_id, candidate_id, stage from list_members order by owner_id, candidate_id',
    )
  ).rows

it('a list is moved with those who were stored on it and those who were just put on it', async () => {
  const added = { owner_id: OWNER, list_id: LIST, card: null, added_at: NOW }
  await putRows(database, 'lists', [list({ created_by: OWNER })])
  await putRows(database, 'list_members', [{ ...added, candidate_id: ANN, stage: 'interested' }])
  const rows = new PendingRows(database, OWNER)
  await rows.run(mutation('members.add', { list_id: LIST, candidate_ids: [BEN] }))
  const { accessed } = await rows.run(mutation('lists.move', { id: LIST, to: TEAM }))
  expect(accessed.writes).toContain(idOf('lists', { owner_id: TEAM, id: LIST }))
  await rows.flush()
  expect(await membersHere()).toEqual([
    { owner_id: TEAM, candidate_id: ANN, stage: 'interested' },
    { owner_id: TEAM, candidate_id: BEN, stage: null },
  ])
  // What is done at the old address is told where the list is.
  expect((await rows.run(rename('Late', 'Nights'))).refusal).toMatchObject({
    code: 'moved',
    data: { to: TEAM },
  })
})

it('a list that is taken back leaves nothing in the team', async () => {
  await putRows(database, 'lists', [list({ created_by: OWNER })])
  const rows = new PendingRows(database, OWNER)
  await rows.run(mutation('members.add', { list_id: LIST, candidate_ids: [ANN] }))
  await rows.run(mutation('lists.move', { id: LIST, to: TEAM }))
  await rows.run(mutation('lists.move', { id: LIST, owner: TEAM }))
  await rows.flush()
  expect(await membersHere()).toEqual([{ owner_id: OWNER, candidate_id: ANN, stage: null }])
  const { rows: lists } = await database.query('select owner_id, deleted_at, moved_to from lists')
  expect(lists).toEqual([{ owner_id: OWNER, deleted_at: null, moved_to: null }])
})

it('each row says who made it and who changed it last', async () => {
  await putRows(database, 'lists', [list({ created_by: 'ben', updated_by: 'ben' })])
  const rows = new PendingRows(database, OWNER)
  await rows.run(rename('Days', 'Nights'))
  await rows.run(mutation('members.add', { list_id: LIST, candidate_ids: [ANN] }))
  await rows.flush()
  const { rows: lists } = await database.query('select created_by, updated_by from lists')
  expect(lists).toEqual([{ created_by: 'ben', updated_by: OWNER }])
  const { rows: members } = await database.query('select created_by from list_members')
  expect(members).toEqual([{ created_by: OWNER }])
})
