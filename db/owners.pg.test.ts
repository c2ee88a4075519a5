import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { SYNCED_TABLES } from './schema/synced-tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const OWNED = Object.entries(SYNCED_TABLES)
  .filter(([, { owner }]) => owner === 'owner_id')
  .map(([name]) => name)

async function newAccount(): Promise<string> {
  const id = crypto.randomUUID()
  await database.sql`insert into users (id, name, email, email_verified)
    values (${id}, 'Ana', ${`${id}@example.test`}, true)`
  return id
}
const kindOf = async (id: string) =>
  (await database.sql<{ kind: string }[]>`select kind from owners where id = ${id}`)[0]?.kind
const makeList = (owner: string, id: string) => database.sql`
  insert into lists (owner_id, id, name, created_at, updated_at)
  values (${owner}, ${id}, 'Nights', now(), now())`

it('an account is an owner for as long as it exists, and its rows go with it', async () => {
  const [account, list] = [await newAccount(), crypto.randomUUID()]
  expect(await kindOf(account)).toBe('account')
  await makeList(account, list)
  await database.sql`delete from users where id = ${account}`
  expect(await kindOf(account)).toBeUndefined()
  expect(await database.sql`select from lists where id = ${list}`).toHaveLength(0)
})

it('two owners have a list of one id', async () => {
  const [first, second, list] = [await newAccount(), await newAccount(), crypto.randomUUID()]
  await makeList(first, list)
  await makeList(second, list)
  expect(await database.sql`select from lists where id = ${list}`).toHaveLength(2)
})

it('nobody else owns rows', async () => {
  await expect(makeList('nobody', crypto.randomUUID())).rejects.toMatchObject({
    constraint_name: 'lists_owner_id_fkey',
  })
})

describe('each table that owners have rows in', () => {
  it.each(OWNED)('%s: its key begins with the owner, here as on the device', async (name) => {
    const [found] = await database.sql<{ columns: string[] }[]>`
      select array_agg(a.attname::text order by k.place) as columns
      from pg_index i, unnest(i.indkey) with ordinality k (number, place), pg_attribute a
      where i.indrelid = ${name}::regclass and i.indisprimary
        and a.attrelid = i.indrelid and a.attnum = k.number`
    expect(found?.columns[0]).toBe('owner_id')
    expect(found?.columns).toEqual([...SYNCED_TABLES[name as keyof typeof SYNCED_TABLES].key])
  })
})
