import { afterAll, beforeAll, expect, test } from 'vitest'
import { OfficialClient } from '#tests/support/shape-fixture/official-client.ts'
import { openShapeFixture, type ShapeFixture } from '#tests/support/shape-fixture/shape-fixture.ts'
import { until } from '#tests/support/shape-fixture/until.ts'

let fixture: ShapeFixture
beforeAll(async () => {
  fixture = await openShapeFixture()
})
afterAll(() => fixture.close())

test('a snapshot of 100,000 rows arrives whole, with what is written while it is taken', async () => {
  const { sql, url } = fixture
  await sql`create table many (id int primary key, body text)`
  await sql`insert into many select i, repeat('x', 200) || i from generate_series(1, 100000) i`
  const replica = new OfficialClient({ url, params: { table: 'many' } })
  for (let id = 100_001; id <= 100_020; id++) {
    await sql`insert into many values (${id}, 'meanwhile')`
    await sql`delete from many where id = ${id - 100_000}`
  }
  await until(
    () => replica.rows.size,
    (size) => size === 100_000 && replica.stream.isUpToDate,
  )
  const ids = replica.values().map(({ id }) => Number(id))
  expect(Math.min(...ids.slice(0, 10))).toBe(21)
  expect(ids.at(-1)).toBe(100_020)
  expect(replica.refetches).toBe(0)
  replica.close()
})

test('a transaction of 50,000 changes arrives as one', async () => {
  const { sql, url } = fixture
  await sql`create table bulk (id int primary key, n int, body text)`
  const replica = new OfficialClient({ url, params: { table: 'bulk', where: 'n = 1' } })
  await until(() => replica.stream.isUpToDate, Boolean)
  await sql`insert into bulk select i, 1, repeat('x', 100) from generate_series(1, 50000) i`
  await until(
    () => replica.rows.size,
    (size) => size === 50_000,
  )
  await sql`update bulk set n = 2 where id % 2 = 0`
  await until(
    () => replica.rows.size,
    (size) => size === 25_000,
  )
  replica.close()
})
