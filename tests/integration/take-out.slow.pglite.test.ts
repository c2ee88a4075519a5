import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyTables, prepareDatabase } from '#sync/client/tables/local-schema.ts'
import { PendingRows } from '#sync/client/tables/pending-rows.ts'
import { putRows } from '#sync/client/tables/row-sql.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import type { TakenRow } from '#sync/contract/queries.ts'
import { queryOf } from '#sync/contract/queries.ts'
import { openDeviceDatabase } from '#tests/support/device-database.ts'
import {
  type ReadFile,
  readTakenFile,
  takenFile,
} from '#web/features/account/take-out/taken-file.ts'

const OWNER = 'ada'
const LISTS = 25
const MEMBERS = 1_000
const THEN = '2026-01-31T12:00:00.123Z'
const CARD = {
  ...{
    first_name: 'Zénobia',
    last_name: 'Featherstonehaugh',
    credential: 'MD',
    title: 'Cardiologist',
  },
  ...{
    specialty: 'Cardiology',
    organization: 'Larkspur Heart Institute',
    city: 'Amarillo',
    state: 'TX',
  },
  ...{ linkedin_url: null, skills: ['Telemetry', 'Triage'], contact_kinds: ['phone'] },
  education: [{ school: 'Larkspur College of Medicine', degree: 'MD', year: 1999 }],
}

let database: PGlite
beforeAll(async () => {
  database = await openDeviceDatabase()
  await prepareDatabase(database, OWNER)
}, 300_000)
afterAll(() => database.close())

const idOf = (kind: number, number: number) =>
  `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`

async function takeOut(): Promise<Uint8Array> {
  const { sql, params } = queryOf('rows.mine')
  const { rows } = await database.query<TakenRow>(sql, params({ owner_id: OWNER }))
  return takenFile(rows, { id: OWNER, email: 'ada@clinic.test' })
}

async function run<N extends MutationName>(rows: PendingRows, name: N, args: MutationArgs<N>) {
  const mutation = { id: crypto.randomUUID(), name, args, created_at: new Date().toISOString() }
  const { refusal } = await rows.run(mutation)
  if (refusal) throw refusal
}

/** The content of a file, in any order. */
const sorted = ({ parts }: ReadFile) =>
  parts.flatMap(({ table, rows }) => rows.map((row) => `${table} ${JSON.stringify(row)}`)).sort()

it('25,000 rows leave a device, and are the same after it was wiped', async () => {
  for (let list = 0; list < LISTS; list += 1) {
    const id = idOf(1, list)
    const times = { created_at: THEN, updated_at: THEN }
    await putRows(database, 'lists', [
      { id, owner_id: OWNER, name: `List ${list}`, description: null, ...times, deleted_at: null },
    ])
    const members = Array.from({ length: MEMBERS }, (_, number) => ({
      ...{ owner_id: OWNER, list_id: id, candidate_id: idOf(2, number), added_at: THEN },
      ...{ card: JSON.stringify(CARD), stage: 'offered', stage_by: OWNER, stage_at: THEN },
    }))
    await putRows(database, 'list_members', members)
  }
  const read = await readTakenFile(await takeOut())
  const before = sorted(read)
  expect(before).toHaveLength(LISTS * (MEMBERS + 1))

  await emptyTables(database)
  expect((await readTakenFile(await takeOut())).parts).toEqual([])
  await database.transaction(async (tx) => {
    const rows = new PendingRows(tx, OWNER)
    for (const part of read.parts) await run(rows, 'rows.bring_in', part)
    await rows.flush()
  })
  expect(sorted(await readTakenFile(await takeOut()))).toEqual(before)
})
