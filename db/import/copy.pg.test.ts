import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { copyInto, copyLine } from './copy.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  await database.sql`create table parents (id integer primary key)`
  await database.sql`create table notes (
    id integer references parents (id), body text, tags text[], at timestamptz, primary key (id))`
})
afterAll(() => database.close())

const COLUMNS = ['id', 'body', 'tags', 'at']

it('brings any text back as it was', async () => {
  const { sql } = database
  // PostgreSQL stores neither U+0000 nor half a surrogate pair.
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''))
  const row = fc.record({
    body: fc.option(text),
    tags: fc.array(text),
    at: fc.option(
      fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      await sql`delete from notes`
      await sql`insert into parents select generate_series(0, ${rows.length}) on conflict do nothing`
      const lines = rows.map(({ body, tags, at }, id) => copyLine([id, body, tags, at]))
      await copyInto(sql, 'notes', COLUMNS, lines)
      expect(await sql`select body, tags, at from notes order by id`).toEqual(rows)
    }),
    { numRuns: 30 },
  )
})

it.each([
  ['at once', [copyLine(['x', null, [], null])], 'invalid input syntax'],
  ['after the last row', [copyLine([-1, null, [], null])], 'foreign key'],
])('rejects with PostgreSQL’s reason when a row is refused %s', async (_, lines, reason) => {
  await expect(copyInto(database.sql, 'notes', COLUMNS, lines)).rejects.toThrow(reason)
  expect(await database.sql`select 1 as alive`).toEqual([{ alive: 1 }])
})

it('rejects when the rows cannot be read to their end', async () => {
  async function* broken() {
    yield copyLine([1, null, [], null])
    throw new Error('the file ends')
  }
  await database.sql`delete from notes`
  await expect(copyInto(database.sql, 'notes', COLUMNS, broken())).rejects.toThrow('the file ends')
  expect(await database.sql`select id from notes`).toEqual([])
})
