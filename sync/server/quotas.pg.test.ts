import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EMAIL_TEMPLATES_MAX } from '#db/schema/email-templates.ts'
import { LIST_MEMBERS_MAX, LISTED_PEOPLE_MAX, LISTS_MAX } from '#db/schema/lists.ts'
import { SAVED_CANDIDATES_MAX } from '#db/schema/saved-candidates.ts'
import { SAVED_SEARCHES_MAX } from '#db/schema/saved-searches.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { pushAs, wireMutation } from '#tests/support/push.ts'

const OWNER = 'subscriber'
const [ZENOBIA = '', IGNATIUS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const LIST = '00000000-0000-4000-8000-0000000000f1'
const FULL_LIST = '00000000-0000-4000-8000-0000000000f2'
const TEMPLATE = { subject: 'S', body: 'B', tone: 'formal', length: 'short' } as const

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 20 })
})
afterAll(() => app.close())

const TABLES = ['lists', 'saved_candidates', 'saved_searches', 'email_templates']
beforeEach(async () => {
  for (const table of TABLES) await app.sql`delete from ${app.sql(table)} where owner_id = ${OWNER}`
  await app.sql`
    insert into lists (id, owner_id, name, created_at, updated_at)
    values (${LIST}, ${OWNER}, 'Nights', now(), now()), (${FULL_LIST}, ${OWNER}, 'Days', now(), now())`
})

/** Puts so many rows of people and lists there, whom nobody knows, past all triggers. */
async function fill(insert: string, count: number) {
  await app.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`${insert} from generate_series(1, ${count}) n`)
  })
}
const OWNED = `gen_random_uuid(), '${OWNER}'`

const newList = () => wireMutation('lists.create', { id: crypto.randomUUID(), name: 'New' })
const newSearch = () =>
  wireMutation('searches.create', { id: crypto.randomUUID(), name: 'New', search_params: {} })
const star = (candidate_id: string) =>
  wireMutation('candidates.star', { candidate_id, starred: true })
const add = (list_id: string, ...candidate_ids: string[]) =>
  wireMutation('members.add', { list_id, candidate_ids })

const CASES = [
  {
    quota: 'lists',
    max: LISTS_MAX,
    rows: 'lists',
    insert: `insert into lists (id, owner_id, name, created_at, updated_at)
      select ${OWNED}, 'x', now(), now()`,
    // Two are there.
    room: LISTS_MAX - 2,
    make: newList,
  },
  {
    quota: 'list_members',
    max: LIST_MEMBERS_MAX,
    rows: 'list_members',
    insert: `insert into list_members (candidate_id, owner_id, list_id, added_at)
      select ${OWNED}, '${LIST}'::uuid, now()`,
    room: LIST_MEMBERS_MAX,
    make: (turn: number) => add(LIST, turn === 0 ? ZENOBIA : IGNATIUS),
  },
  {
    quota: 'listed_people',
    max: LISTED_PEOPLE_MAX,
    rows: 'list_members',
    insert: `insert into list_members (candidate_id, owner_id, list_id, added_at)
      select ${OWNED}, '${FULL_LIST}'::uuid, now()`,
    room: LISTED_PEOPLE_MAX,
    make: (turn: number) => add(LIST, turn === 0 ? ZENOBIA : IGNATIUS),
  },
  {
    quota: 'saved_candidates',
    max: SAVED_CANDIDATES_MAX,
    rows: 'saved_candidates',
    insert: `insert into saved_candidates (candidate_id, owner_id, starred, created_at, updated_at)
      select ${OWNED}, true, now(), now()`,
    room: SAVED_CANDIDATES_MAX,
    make: (turn: number) => star(turn === 0 ? ZENOBIA : IGNATIUS),
  },
  {
    quota: 'saved_searches',
    max: SAVED_SEARCHES_MAX,
    rows: 'saved_searches',
    insert: `insert into saved_searches (id, owner_id, name, search_params, created_at, updated_at)
      select ${OWNED}, 'x', '{}', now(), now()`,
    room: SAVED_SEARCHES_MAX,
    make: newSearch,
  },
  {
    quota: 'email_templates',
    max: EMAIL_TEMPLATES_MAX,
    rows: 'email_templates',
    insert: `insert into email_templates
      (id, owner_id, name, subject, body, tone, length, position_type, created_at, updated_at)
      select ${OWNED}, 'x', 'x', 'x', 'formal', 'short', 'contract', now(), now()`,
    room: EMAIL_TEMPLATES_MAX,
    make: () =>
      wireMutation('templates.create', {
        id: crypto.randomUUID(),
        name: 'New',
        ...TEMPLATE,
        position_type: 'contract',
      }),
  },
]

const count = async (table: string) => {
  const [row] = await app.sql`
    select count(*)::integer as count from ${app.sql(table)} where owner_id = ${OWNER}`
  return row?.count
}
const refused = (quota: string, max: number) =>
  expect.objectContaining({ status: 'rejected', code: 'quota_reached', data: { quota, max } })
const applied = expect.objectContaining({ status: 'applied' })

describe.each(CASES)('of $quota an account owns at most $max', (test) => {
  it('the last one fits and the next is refused, the same way when it is sent again', async () => {
    await fill(test.insert, test.room - 1)
    const before = await count(test.rows)
    const [last, tooMany] = [test.make(0), test.make(1)]
    const refusal = refused(test.quota, test.max)
    expect(await pushAs(app, OWNER, last, tooMany)).toEqual([applied, refusal])
    expect(await pushAs(app, OWNER, last, tooMany)).toEqual([applied, refusal])
    expect(await count(test.rows)).toBe(before + 1)
  })
})

it('two devices at once do not pass it', async () => {
  await fill(CASES[4]?.insert ?? '', SAVED_SEARCHES_MAX - 1)
  const results = await Promise.all(
    Array.from({ length: 6 }, () => pushAs(app, OWNER, newSearch())),
  )
  expect(results.flat().filter(({ status }) => status === 'applied')).toHaveLength(1)
  expect(await count('saved_searches')).toBe(SAVED_SEARCHES_MAX)
})

it('people who are partly too many are refused whole, and a list of them is not begun', async () => {
  await fill(CASES[2]?.insert ?? '', LISTED_PEOPLE_MAX - 1)
  const id = crypto.randomUUID()
  const people = [ZENOBIA, IGNATIUS]
  const results = await pushAs(
    app,
    OWNER,
    add(LIST, ...people),
    wireMutation('lists.create', { id, name: 'New', candidate_ids: people }),
    wireMutation('lists.create', { id, name: 'Without', candidate_ids: [] }),
  )
  const refusal = refused('listed_people', LISTED_PEOPLE_MAX)
  expect(results).toEqual([refusal, refusal, applied])
  expect(await count('list_members')).toBe(LISTED_PEOPLE_MAX - 1)
})

it('an owner with more than the quota can still tidy, and add once there is room', async () => {
  await fill(CASES[4]?.insert ?? '', SAVED_SEARCHES_MAX + 1)
  const rows = await app.sql<{ id: string }[]>`
    select id from saved_searches where owner_id = ${OWNER} limit 3`
  const [a = '', b = '', c = ''] = rows.map(({ id }) => id)
  expect(
    await pushAs(
      app,
      OWNER,
      wireMutation('searches.rename', { id: a, name: 'Kept', previous: 'x' }),
      wireMutation('searches.delete', { id: b }),
      newSearch(),
      wireMutation('searches.delete', { id: c }),
      newSearch(),
    ),
  ).toEqual([applied, applied, refused('saved_searches', SAVED_SEARCHES_MAX), applied, applied])
})
