import { afterAll, beforeAll, expect, test } from 'vitest'
import { OfficialClient } from '#tests/support/shape-fixture/official-client.ts'
import { openShapeContract } from '#tests/support/shape-fixture/shape-fixture.ts'
import { until } from '#tests/support/shape-fixture/until.ts'

let fixture: Awaited<ReturnType<typeof openShapeContract>>
beforeAll(async () => {
  fixture = await openShapeContract()
})
afterAll(() => fixture.close())

test('gives the official client the snapshot, then each change as it commits', async () => {
  const { sql, url } = fixture
  await sql`create table notes (id int primary key, body text)`
  await sql`insert into notes values (1, 'one'), (2, 'two')`
  const replica = new OfficialClient({ url, params: { table: 'notes' } })
  await until(
    () => replica.values(),
    (rows) => rows.length === 2,
  )
  await sql`insert into notes values (3, 'three')`
  await sql`update notes set body = 'TWO' where id = 2`
  await sql`delete from notes where id = 1`
  const rows = await until(
    () => replica.values(),
    (found) => found.some(({ id }) => id === 3) && found.length === 2,
  )
  expect(rows).toEqual([
    { id: 2, body: 'TWO' },
    { id: 3, body: 'three' },
  ])
  replica.close()
})
