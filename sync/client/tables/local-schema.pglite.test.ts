import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
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
