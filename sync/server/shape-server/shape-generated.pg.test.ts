import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShapeContract } from '#tests/support/shape-fixture/shape-fixture.ts'
import { readerOf } from '#tests/support/shape-fixture/shape-reader.ts'

let fixture: Awaited<ReturnType<typeof openShapeContract>>
beforeAll(async () => {
  fixture = await openShapeContract()
})
afterAll(() => fixture.close())

const { changes, snapshot } = readerOf(() => fixture)

const COLUMNS = `id int primary key, net numeric, rate numeric,
  gross numeric generated always as (net * rate) stored`

test('stored generated columns are served, in snapshot, insert, update and delete', async () => {
  const { sql } = fixture
  await sql.unsafe(`create table invoices (${COLUMNS})`)
  await sql`insert into invoices (id, net, rate) values (1, 100, 1.2)`
  const params = { table: 'invoices', replica: 'full' }
  const { rows, schema, ...from } = await snapshot(params)
  expect(rows.map(({ value }) => value)).toEqual([
    { id: '1', net: '100', rate: '1.2', gross: '120.0' },
  ])
  expect(schema.gross).toEqual({ type: 'numeric' })
  await sql.begin(async (tx) => {
    await tx`insert into invoices (id, net, rate) values (2, 10, 2)`
    await tx`update invoices set net = 200 where id = 1`
    await tx`delete from invoices where id = 2`
  })
  expect(await changes(params, from)).toMatchObject([
    { headers: { operation: 'insert' }, value: { id: '2', gross: '20' } },
    {
      headers: { operation: 'update' },
      value: { id: '1', net: '200', gross: '240.0' },
      old_value: { net: '100', gross: '120.0' },
    },
    { headers: { operation: 'delete' }, value: { id: '2', gross: '20' } },
  ])
})

test('rows move in and out of a shape by a generated column', async () => {
  const { sql } = fixture
  await sql.unsafe(`create table orders (${COLUMNS})`)
  await sql`insert into orders (id, net, rate) values (1, 100, 1), (2, 5, 1)`
  const params = { table: 'orders', where: 'gross > 50' }
  const { rows, ...from } = await snapshot(params)
  expect(rows.map(({ value }) => value.id)).toEqual(['1'])
  await sql.begin(async (tx) => {
    await tx`update orders set rate = 20 where id = 2`
    await tx`update orders set net = 1 where id = 1`
  })
  expect(await changes(params, from)).toMatchObject([
    { headers: { operation: 'insert' }, value: { id: '2', gross: '100' } },
    { headers: { operation: 'delete' }, value: { id: '1' } },
  ])
})

test('columns may name a generated one, or leave it out', async () => {
  const { sql } = fixture
  await sql.unsafe(`create table bills (${COLUMNS})`)
  await sql`insert into bills (id, net, rate) values (1, 100, 1)`
  const some = { table: 'bills', columns: 'id,gross' }
  const others = { table: 'bills', columns: 'id,net' }
  const [withIt, withoutIt] = [await snapshot(some), await snapshot(others)]
  expect(withIt.rows[0]?.value).toEqual({ id: '1', gross: '100' })
  expect(withoutIt.rows[0]?.value).toEqual({ id: '1', net: '100' })
  await sql`update bills set net = 200`
  expect((await changes(some, withIt))[0]?.value).toEqual({ id: '1', gross: '200' })
  expect((await changes(others, withoutIt))[0]?.value).toEqual({ id: '1', net: '200' })
})
