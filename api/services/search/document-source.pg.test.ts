import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { allDocuments, BATCH_SIZE, inSnapshot } from './document-source.ts'

const PEOPLE = 3 * BATCH_SIZE + 1

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.sql`
    insert into candidates (title, source)
    select 'Nurse', 'test' from generate_series(1, ${PEOPLE}::integer)`
})
afterAll(() => database.close())

it('all people come in order, batch by batch', async () => {
  const sizes: number[] = []
  let last = 0
  await inSnapshot(database.sql, async (tx) => {
    for await (const batch of allDocuments(tx)) {
      sizes.push(batch.length)
      for (const { ordinal } of batch) {
        expect(ordinal).toBeGreaterThan(last)
        last = ordinal
      }
    }
  })
  expect(sizes).toEqual([BATCH_SIZE, BATCH_SIZE, BATCH_SIZE, 1])
})

it.each([1, 2, 3, 4])('a reader that fails at batch %i ends its transaction', async (failing) => {
  const reading = inSnapshot(database.sql, async (tx) => {
    let count = 0
    for await (const _ of allDocuments(tx)) {
      count += 1
      if (count === failing) throw new Error('The disk is full.')
    }
  })
  await expect(reading).rejects.toThrow('The disk is full.')
  const [open] = await database.sql`
    select count(*)::int as transactions from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`
  expect(open?.transactions).toBe(0)
})
