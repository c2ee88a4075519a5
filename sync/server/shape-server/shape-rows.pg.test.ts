import { afterAll, beforeAll, expect, test } from 'vitest'
import { OfficialClient } from '#tests/support/shape-fixture/official-client.ts'
import { openShapeContract } from '#tests/support/shape-fixture/shape-fixture.ts'
import { readerOf } from '#tests/support/shape-fixture/shape-reader.ts'
import { until } from '#tests/support/shape-fixture/until.ts'

let fixture: Awaited<ReturnType<typeof openShapeContract>>
beforeAll(async () => {
  fixture = await openShapeContract()
})
afterAll(() => fixture.close())

const { changes, snapshot } = readerOf(() => fixture)

test('rows that come into a shape are inserted, and those that leave it deleted', async () => {
  const { sql } = fixture
  await sql`create table moves (id int primary key, owner text, body text)`
  await sql`insert into moves values (1, 'ann', 'x'), (2, 'bob', 'y')`
  const params = { table: 'moves', where: 'owner = $1', 'params[1]': 'ann' }
  const { rows, ...from } = await snapshot(params)
  expect(rows.map(({ value }) => value)).toEqual([{ id: '1', owner: 'ann', body: 'x' }])
  await sql.begin(async (tx) => {
    await tx`update moves set owner = 'ann' where id = 2`
    await tx`update moves set owner = 'bob' where id = 1`
    await tx`update moves set body = 'z' where id = 2`
  })
  expect(await changes(params, from)).toMatchObject([
    { headers: { operation: 'insert' }, value: { id: '2', owner: 'ann', body: 'y' } },
    { headers: { operation: 'delete' }, value: { id: '1' } },
    { headers: { operation: 'update', last: true }, value: { id: '2', body: 'z' } },
  ])
})

test('a message carries its transaction, its place in the log and its relation', async () => {
  const { sql } = fixture
  await sql`create table traced (id int primary key)`
  const { rows: _, ...from } = await snapshot({ table: 'traced' })
  const before = await lsn()
  const [tx] = await sql.begin(async (tx) => {
    await tx`insert into traced values (1), (2)`
    return tx<{ xid: string }[]>`select pg_current_xact_id()::text as xid`
  })
  const after = await lsn()
  const [first, second] = await changes({ table: 'traced' }, from)
  expect(first?.headers).toMatchObject({
    operation: 'insert',
    relation: ['public', 'traced'],
    txids: [Number(tx?.xid)],
  })
  expect(first?.key).toBe('"public"."traced"/"1"')
  expect(first?.headers.last).toBeUndefined()
  expect(second?.headers.last).toBe(true)
  expect(second?.headers.lsn).toBe(first?.headers.lsn)
  expect(Number(second?.headers.op_position)).toBeGreaterThan(Number(first?.headers.op_position))
  expect(BigInt(String(first?.headers.lsn))).toBeGreaterThan(before)
  expect(BigInt(String(first?.headers.lsn))).toBeLessThan(after)
})

async function lsn(): Promise<bigint> {
  const [row] = await fixture.sql<{ lsn: string }[]>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as lsn`
  return BigInt(row?.lsn ?? 0)
}

test('a changed key is the end of one row and the beginning of another', async () => {
  const { sql } = fixture
  await sql`create table keyed (a int, b text, body text, primary key (b, a))`
  await sql`insert into keyed values (1, 'x/"y', 'kept')`
  const { rows, schema, ...from } = await snapshot({ table: 'keyed' })
  expect(schema).toMatchObject({ b: { pk_index: 0 }, a: { pk_index: 1 } })
  expect(rows[0]?.key).toBe('"public"."keyed"/"x//"y"/"1"')
  await sql`update keyed set a = 2`
  const [gone, come] = await changes({ table: 'keyed' }, from)
  expect(gone).toMatchObject({
    key: rows[0]?.key,
    headers: { operation: 'delete', key_change_to: come?.key },
  })
  expect(come).toMatchObject({
    value: { a: '2', b: 'x/"y', body: 'kept' },
    headers: { operation: 'insert', key_change_from: gone?.key, last: true },
  })
})

test('a long value that an update leaves alone is not lost', async () => {
  const { sql, url } = fixture
  await sql`create table toasted (id int primary key, big text, n int)`
  await sql`alter table toasted alter big set storage external`
  const big = 'long '.repeat(20_000)
  await sql`insert into toasted values (1, ${big}, 0)`
  const params = { table: 'toasted', where: `n > 0 and big like 'long %'` }
  const replica = new OfficialClient({ url, params })
  await until(() => replica.stream.isUpToDate, Boolean)
  await sql`update toasted set n = 1`
  await until(
    () => replica.values(),
    (rows) => rows.length === 1,
  )
  expect(replica.values()).toEqual([{ id: 1, big, n: 1 }])
  replica.close()
})

test('a row with a long value leaves a shape, and gets another key, with all of it', async () => {
  const { sql } = fixture
  await sql`create table long (id int primary key, big text, n int)`
  await sql`alter table long alter big set storage external`
  const big = 'long '.repeat(20_000)
  await sql`insert into long values (1, ${big}, 1)`
  const params = { table: 'long', where: `n > 0 and big like 'long %'`, replica: 'full' }
  const { rows: _, ...from } = await snapshot(params)
  await sql.begin(async (tx) => {
    await tx`update long set id = 2`
    await tx`update long set n = 0`
    await tx`update long set n = 2`
  })
  expect(await changes(params, from)).toMatchObject([
    { headers: { operation: 'delete' }, value: { id: '1', big, n: '1' } },
    { headers: { operation: 'insert' }, value: { id: '2', big, n: '1' } },
    { headers: { operation: 'delete' }, value: { id: '2', big, n: '1' } },
    { headers: { operation: 'insert' }, value: { id: '2', big, n: '2' } },
  ])
})

test('update and delete hold what changed, or with replica=full whole rows and what was before', async () => {
  const { sql } = fixture
  await sql`create table fuller (id int primary key, a text, b text)`
  await sql`insert into fuller values (1, 'a', 'b')`
  const full = { table: 'fuller', replica: 'full' }
  const small = { table: 'fuller' }
  const [fromFull, fromSmall] = [await snapshot(full), await snapshot(small)]
  await sql.begin(async (tx) => {
    await tx`update fuller set a = 'A'`
    await tx`delete from fuller`
  })
  const whole = { id: '1', a: 'A', b: 'b' }
  expect(await changes(full, fromFull)).toMatchObject([
    { value: whole, old_value: { a: 'a' } },
    { value: whole },
  ])
  const [update, deletion] = await changes(small, fromSmall)
  expect(update?.value).toEqual({ id: '1', a: 'A' })
  expect(deletion?.value).toEqual({ id: '1' })
  expect(update?.old_value).toBeUndefined()
})

test('only the columns asked for leave, and only their changes', async () => {
  const { sql } = fixture
  await sql`create table "Wide Table" (id int primary key, "Full, Name" text, secret text)`
  await sql`insert into "Wide Table" values (1, 'Ann', 'hidden')`
  const params = { table: '"Wide Table"', columns: '"id","Full, Name"' }
  const { rows, schema, ...from } = await snapshot(params)
  expect(rows[0]?.value).toEqual({ id: '1', 'Full, Name': 'Ann' })
  expect(Object.keys(schema).sort()).toEqual(['Full, Name', 'id'])
  await sql`update "Wide Table" set secret = 'changed'`
  await sql`update "Wide Table" set "Full, Name" = 'Bob', secret = 'again'`
  const told = await changes(params, from)
  expect(told.map(({ value }) => value)).toEqual([{ id: '1', 'Full, Name': 'Bob' }])
  expect(JSON.stringify(told)).not.toContain('again')
})

test('a table without a primary key is known by all its columns', async () => {
  const { sql, url } = fixture
  await sql`create table keyless (a int, b text)`
  await sql`insert into keyless values (1, null), (2, 'x')`
  const replica = new OfficialClient({ url, params: { table: 'keyless' } })
  await until(() => replica.stream.isUpToDate, Boolean)
  await sql`update keyless set b = 'y' where a = 1`
  await sql`delete from keyless where a = 2`
  await until(
    () => replica.values(),
    (rows) => rows.length === 1 && rows[0]?.b === 'y',
  )
  replica.close()
})

test('a clause that only PostgreSQL can judge moves rows in and out all the same', async () => {
  const { sql, url } = fixture
  await sql`create table judged (id int primary key, at timestamptz, name text, price numeric)`
  await sql`insert into judged values (1, '2024-01-01', 'Ann', 1), (2, '2023-01-01', 'Bob', 2)`
  const where = `at >= '2023-12-31 23:00:00-01' and lower(name) ilike 'A%' and price < 10.50`
  const replica = new OfficialClient({ url, params: { table: 'judged', where } })
  const ids = () => replica.values().map(({ id }) => id)
  await until(ids, (found) => found.length === 1)
  await sql`insert into judged select i, '2024-06-01', 'ANN', i from generate_series(3, 20) i`
  await sql`update judged set name = 'Bea' where id = 1`
  await until(ids, (found) => found.length === 8 && !found.includes(1))
  expect(ids()).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  replica.close()
})
