import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { queryOf } from '#sync/contract/queries.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import { emptyTables, prepareDatabase } from './local-schema.ts'

interface File {
  relname: string
  relfilenode: number
  bytes: number
}

it('empties the tables in the files they have, and leaves no page with a row in it', async () => {
  const database = await PGlite.create('memory://')
  await prepareDatabase(database, 'ada')
  const files = async () =>
    (
      await database.query<File>(
        `select relname, relfilenode, pg_relation_size(oid)::int as bytes from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
      )
    ).rows
  await database.exec(`
    insert into lists (owner_id, id, name) select 'ada', gen_random_uuid(), 'List ' || n from generate_series(1, 500) n;
    insert into undo_log values ('lists', 'a key', 'a row');
    insert into cursors values ('lists ada', 'h', '0_0', 500, 1, '{}')`)
  const before = await files()
  expect(before.filter(({ bytes }) => bytes > 0)).toHaveLength(4)

  await emptyTables(database)
  const whose = ({ relname }: File) => relname === 'replica'
  expect(await files()).toEqual(
    before.map((file) => ({ ...file, bytes: whose(file) ? file.bytes : 0 })),
  )
  expect((await database.query('select user_id from replica')).rows).toEqual([{ user_id: 'ada' }])
  await database.close()
}, 300_000)

it('counts the members of long lists without reading their rows', async () => {
  const database = await openDeviceDatabase()
  await prepareDatabase(database, 'ada')
  const list = crypto.randomUUID()
  await database.query(`insert into lists (owner_id, id, name) values ('ada', $1, 'List')`, [list])
  await database.query(
    `insert into list_members (owner_id, list_id, candidate_id, added_at, card)
     select 'ada', $1, gen_random_uuid(), now(), json_build_object('title', repeat('x', 500))
     from generate_series(1, 3000)`,
    [list],
  )
  await database.exec('vacuum (analyze) list_members (owner_id, list_id, candidate_id)')
  const window = queryOf('lists.members')
  const all = queryOf('lists.all')
  const plans = [
    await planOf(window.sql, window.params(window.args.parse({ owner_id: 'ada', list_id: list }))),
    await planOf(all.sql, all.params({})),
  ]
  for (const plan of plans) {
    expect(plan).toMatch(
      /Aggregate.*\n.*Index Only Scan .* on list_members .*rows=3000.*\n(.*\n){1,2}\s*Heap Fetches: 0/,
    )
  }
  await database.close()

  async function planOf(sql: string, params: unknown[]): Promise<string> {
    const { rows } = await database.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers off, costs off, timing off) ${sql}`,
      params,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
}, 300_000)
