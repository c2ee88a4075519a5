import type { ReservedSql } from 'postgres'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { bulkLoad } from './bulk-load.ts'
import { nppes } from './nppes.ts'
import type { LocatedRecord } from './record-reader.ts'

/** More people than one COPY takes. */
const PEOPLE = 61_000
const BATCH = 500

let database: TestDatabase
let connection: ReservedSql
beforeEach(async () => {
  database = await testDatabase()
  connection = await database.sql.reserve()
})
afterEach(async () => {
  connection.release()
  await database.close()
})

const record = (line: number): LocatedRecord => ({
  line,
  npi: String(1_000_000_000 + line),
  fields: { first_name: `Ann ${line}` },
  contacts: { phone: `phone ${line}`, direct_phone: line % 2 ? null : `direct ${line}` },
})

const batch = (start: number) =>
  Array.from({ length: Math.min(BATCH, PEOPLE - start) }, (_, i) => record(start + i + 1))

const structure = () => database.sql`
  select indexdef as definition from pg_indexes where schemaname = 'public'
  union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid))
    from pg_constraint where contype <> 'n'
  union all select format('%s %s', tgname, tgenabled) from pg_trigger where not tgisinternal
  order by definition`

it('brings in everybody, each with their own contacts, over several COPYs', async () => {
  async function* records() {
    for (let start = 0; start < PEOPLE; start += BATCH) yield batch(start)
  }
  expect(await bulkLoad(connection, nppes(), records)).toBe(PEOPLE)
  const [found] = await database.sql`
    select count(*)::integer as people, count(p.value)::integer as phones,
      count(d.value)::integer as direct,
      count(*) filter (where first_name = 'Ann ' || substr(p.value, 7)
        and npi = (1000000000 + substr(p.value, 7)::integer)::text
        and (d.value is null or substr(d.value, 8) = substr(p.value, 7)))::integer as own
    from candidates
    left join candidate_contacts p on p.candidate_id = id and p.kind = 'phone'
    left join candidate_contacts d on d.candidate_id = id and d.kind = 'direct_phone'`
  expect(found).toEqual({ people: PEOPLE, phones: PEOPLE, direct: PEOPLE / 2, own: PEOPLE })
})

it('leaves every key, index and trigger as it found them', async () => {
  const before = await structure()
  async function* records() {
    yield batch(0)
  }
  await bulkLoad(connection, nppes(), records)
  expect(await structure()).toEqual(before)
})

it('brings in nobody when the file turns out unreadable, and lets go of the file', async () => {
  let isClosed = false
  async function* records() {
    try {
      for (let start = 0; start < PEOPLE / 2; start += BATCH) yield batch(start)
      throw new Error('cut off')
    } finally {
      isClosed = true
    }
  }
  await expect(bulkLoad(connection, nppes(), records)).rejects.toThrow('cut off')
  expect((await database.sql`select from candidates limit 1`).length).toBe(0)
  expect(isClosed).toBe(true)
})

it('lets go of the file when the database fails', async () => {
  let isClosed = false
  async function* records() {
    try {
      for (let start = 0; start < PEOPLE; start += BATCH) {
        // PostgreSQL accepts this octet in no text.
        yield batch(start).map((some) => ({ ...some, fields: { first_name: '\0' } }))
      }
    } finally {
      isClosed = true
    }
  }
  await expect(bulkLoad(connection, nppes(), records)).rejects.toThrow('invalid byte sequence')
  await expect.poll(() => isClosed).toBe(true)
})
