import { afterEach, beforeEach, expect, it } from 'vitest'
import { oldestRunning } from '#api/services/search/document-source.ts'
import { testDatabase } from '#tests/support/database.ts'
import { TypesenseDouble } from '#tests/support/typesense-double/server.ts'
import { connectTypesense } from './client.ts'
import { liveCollection } from './collections.ts'
import { isComplete } from './readiness.ts'
import { reindex } from './reindex.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let double: TypesenseDouble

beforeEach(async () => {
  database = await testDatabase()
  double = await TypesenseDouble.start()
})
afterEach(async () => {
  await double.close()
  await database.close()
})

it('is complete while a deletion is in the index and its cursor is not noted yet', async () => {
  const { sql } = database
  await sql`
    insert into candidates (last_name, source)
    select 'Number' || n, 'test' from generate_series(1, 3) n`
  // Transactions of other databases on this server hold the cursor back.
  const [written] = await sql<
    { xid: string }[]
  >`select max(changed_xid)::text as xid from candidates`
  await expect
    .poll(async () => BigInt(await oldestRunning(sql)) > BigInt(written?.xid ?? 0))
    .toBe(true)
  const client = connectTypesense({ url: double.url, apiKey: double.apiKey })
  await reindex({ sql, client })
  const collection = (await liveCollection(client)) ?? ''
  expect(await isComplete(sql, client, collection)).toBe(true)

  const [gone] = await sql<{ ordinal: number }[]>`
    delete from candidates where last_name = 'Number2' returning ordinal`
  const documents = client.collections(collection).documents()
  await documents.delete({ filter_by: `ordinal:[${gone?.ordinal}]` })
  expect(await isComplete(sql, client, collection)).toBe(true)

  const [lost] = await sql<{ ordinal: number }[]>`
    select ordinal from candidates where last_name = 'Number3'`
  await documents.delete({ filter_by: `ordinal:[${lost?.ordinal}]` })
  expect(await isComplete(sql, client, collection)).toBe(false)
})
