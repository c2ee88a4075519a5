import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SAVED_SEARCHES_MAX } from '#db/schema/saved-searches.ts'
import { emptyTables } from '#sync/client/tables/local-schema.ts'
import { Replica } from '#sync/client/tables/replica.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import type { OutboxEntry } from './outbox-store.ts'

const OWNER = 'ada'

let database: PGlite
let replica: Replica
beforeAll(async () => {
  database = await openDeviceDatabase()
  replica = await Replica.open({
    database,
    now: Date.now,
    userId: OWNER,
    assertLeader: () => undefined,
    onTables: () => undefined,
  })
}, 300_000)
afterAll(() => database.close())
beforeEach(() => emptyTables(database))

const fill = (count: number) =>
  database.exec(`
    insert into saved_searches (id, owner_id, name, search_params, created_at, updated_at)
    select gen_random_uuid(), '${OWNER}', 'x', '{}', now(), now()
    from generate_series(1, ${count})`)
const count = async () =>
  (await database.query<{ count: number }>('select count(*)::integer as count from saved_searches'))
    .rows[0]?.count

let seq = 0
const kept: OutboxEntry[] = []
function save() {
  const args = { id: crypto.randomUUID(), name: 'New', search_params: {} }
  const created_at = new Date().toISOString()
  const mutation = { id: crypto.randomUUID(), name: 'searches.create' as const, args, created_at }
  return replica.mutate(mutation, async () => {
    seq += 1
    const entry: OutboxEntry = { ...mutation, seq, state: { kind: 'waiting' } }
    kept.push(entry)
    return entry
  })
}

it('a device says at once that there can be no more, and keeps nothing of it', async () => {
  await fill(SAVED_SEARCHES_MAX - 1)
  await save()
  expect(kept).toHaveLength(1)
  await expect(save()).rejects.toMatchObject({
    code: 'quota_reached',
    data: { quota: 'saved_searches', max: SAVED_SEARCHES_MAX },
  })
  expect(kept).toHaveLength(1)
  expect(await count()).toBe(SAVED_SEARCHES_MAX)
})
