import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseHistory } from '#sync/server/shape-history.ts'
import { openShapeFixture, type ShapeFixture } from '#tests/support/shape-fixture/shape-fixture.ts'
import { readerOf } from '#tests/support/shape-fixture/shape-reader.ts'
import { until } from '#tests/support/shape-fixture/until.ts'

let fixture: ShapeFixture
beforeAll(async () => {
  fixture = await openShapeFixture()
  await fixture.sql`insert into owners (id, kind) values ('ann', 'account'), ('bob', 'account')`
  await fixture.sql`
    insert into lists (owner_id, id, name, created_at, updated_at, created_by) values
      ('ann', gen_random_uuid(), 'Secret of Ann', now(), now(), 'ann'),
      ('bob', gen_random_uuid(), 'List of Bob', now(), now(), 'bob')`
})
afterAll(() => fixture.close())

const { snapshot } = readerOf(() => fixture)
const of = (owner: string) => ({ table: 'lists', where: 'owner_id = $1', 'params[1]': owner })

test('erased rows are in no snapshot and no log of their owner; other shapes stay', async () => {
  const [ann, bob] = [await snapshot(of('ann')), await snapshot(of('bob'))]
  await fixture.sql.begin(async (tx) => {
    await tx`update lists set name = 'Renamed' where owner_id = 'ann'`
    await eraseHistory(tx, ['ann'], ['lists'])
  })
  await fixture.untilSeen()
  const { handle, offset } = ann
  const refused = await fixture.get({ ...of('ann'), handle, offset })
  expect(refused.status).toBe(409)
  const fresh = await fixture.get({ ...of('ann'), offset: '-1' })
  const text = await fresh.text()
  expect(text).toContain('Renamed')
  expect(text).not.toContain('Secret of Ann')
  expect((await fixture.get({ ...of('bob'), handle: bob.handle, offset: bob.offset })).status).toBe(
    200,
  )
})

test('a waiting request is told to fetch anew', async () => {
  const { handle, offset } = await snapshot(of('bob'))
  const waiting = fixture.get({ ...of('bob'), handle, offset, live: 'true' })
  await fixture.sql.begin((tx) => eraseHistory(tx, ['bob'], ['lists']))
  expect((await waiting).status).toBe(409)
})

test('an erasure that is rolled back, and a message of others, change nothing', async () => {
  const { handle, offset } = await snapshot(of('bob'))
  const undone = fixture.sql.begin(async (tx) => {
    await eraseHistory(tx, ['bob'], ['lists'])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await fixture.sql`select pg_logical_emit_message(true, 'of others', 'x')`
  await fixture.sql`select pg_logical_emit_message(false, 'of others', 'x')`
  await fixture.sql`update lists set name = 'Still followed' where owner_id = 'bob'`
  const next = await until(
    async () => (await fixture.get({ ...of('bob'), handle, offset, live: 'true' })).text(),
    (text) => text.includes('Still followed'),
  )
  expect(next).toContain('Still followed')
})
