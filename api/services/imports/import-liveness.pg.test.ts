import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '#db/client.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { RUNNER_LOCK, withPresentState } from './import-liveness.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const presentState = () =>
  withPresentState(database.sql, async (tx, state) => {
    // The query is slow, so that changes happen between the statement's snapshot and its read of
    // the row.
    const [row] = await tx<{ state: string }[]>`
      select ${state} as state from (select pg_sleep(0.002)) as pause, directory_imports`
    return row?.state
  })

it('an import that ends or starts at this moment never looks interrupted', async () => {
  await database.sql`
    insert into directory_imports (format, file_name, file_bytes, file_sha256, state)
    values ('csv', 'people.csv', 1, ${'0'.repeat(64)}, 'done')`
  // Runs and ends imports without a pause, in the order of the import runner.
  const runner = connect(database.url, { max: 1 })
  let isOver = false
  const runs = (async () => {
    let count = 0
    for (; !isOver; count++) {
      await runner`select pg_advisory_lock(${RUNNER_LOCK})`
      await runner`update directory_imports set state = 'importing', started_at = now()`
      await runner`update directory_imports set state = 'done'`
      await runner`select pg_advisory_unlock(${RUNNER_LOCK})`
    }
    return count
  })()
  const seen = new Set<string | undefined>()
  try {
    for (let look = 0; look < 200; look++) seen.add(await presentState())
  } finally {
    isOver = true
  }
  expect(await runs).toBeGreaterThan(100)
  await runner.end()
  expect([...seen].sort()).toEqual(['done', 'importing'])
})

it('an import whose process is gone is interrupted', async () => {
  await database.sql`update directory_imports set state = 'importing', started_at = now()`
  expect(await presentState()).toBe('broken_off')
})
