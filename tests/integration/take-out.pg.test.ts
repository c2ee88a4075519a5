import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TAKEN_TABLES, type TakenRows } from '#db/schema/taken-rows.ts'
import type { TakenRow } from '#sync/contract/queries.ts'
import { push } from '#sync/server/executor.ts'
import { runQuery } from '#sync/server/queries.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { EVERYTHING, keepFor, pushAs, wireMutation } from '#tests/support/push.ts'
import { readTakenFile, takenFile } from '#web/features/account/take-out/taken-file.ts'

const [ZENOBIA = '', IGNATIUS = '', ELOISE = ''] = KNOWN_PEOPLE.map(({ id }) => id)

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

async function newAccount(): Promise<string> {
  const id = randomUUID()
  await app.sql`insert into users (id, name, email, email_verified)
    values (${id}, 'Ana', ${`${id}@clinic.test`}, true)`
  return id
}

const takeOut = async (owner_id: string) => {
  const rows = await runQuery(app.sql, [owner_id], 'rows.mine', { owner_id })
  return takenFile(rows as TakenRow[], { id: owner_id, email: 'ana@clinic.test' })
}

/** The rows of a file that come in again, in one order. */
async function rowsIn(file: Uint8Array): Promise<Record<string, string[]>> {
  const data = JSON.parse(new TextDecoder().decode(unzipSync(file)['data.json']))
  return Object.fromEntries(
    TAKEN_TABLES.map((table) => [
      table,
      ((data[table] ?? []) as object[]).map((row) => JSON.stringify(row)).sort(),
    ]),
  )
}

const bringIn = (account: string, parts: readonly TakenRows[]) =>
  push(
    app.sql,
    account,
    parts.map((part) => wireMutation('rows.bring_in', part)),
    EVERYTHING,
  )

/** An account that has something of everything. */
async function busyAccount(): Promise<string> {
  const account = await newAccount()
  const [nights, gone, search, template] = [1, 2, 3, 4].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
  ]
  const texts = { name: 'T', subject: 'S', body: 'B "quoted"\n', tone: 'formal' } as const
  await keepFor(
    app,
    account,
    wireMutation('lists.create', { id: nights, name: 'Nights', candidate_ids: [ZENOBIA, ELOISE] }),
    wireMutation('lists.describe', { id: nights, description: 'Éloïse first', previous: null }),
    wireMutation('members.stage', {
      ...{ activity_id: randomUUID(), list_id: nights, candidate_id: ZENOBIA, stage: 'offered' },
    }),
    wireMutation('activities.add', {
      ...{ id: randomUUID(), candidate_id: ZENOBIA, kind: 'note', words: 'Days only' },
    }),
    wireMutation('people.stop', {
      ...{ id: randomUUID(), candidate_id: IGNATIUS, reason: 'Asked us to stop' },
    }),
    wireMutation('lists.create', { id: gone, name: 'Gone', candidate_ids: [IGNATIUS] }),
    wireMutation('lists.delete', { id: gone }),
    wireMutation('candidates.note', { candidate_id: ZENOBIA, note: 'calls back', previous: null }),
    wireMutation('candidates.star', { candidate_id: IGNATIUS, starred: true }),
    wireMutation('searches.create', { id: search, name: 'S', search_params: { query: 'rn' } }),
    wireMutation('watches.set', { search_id: search, cadence: 'daily' }),
    wireMutation('templates.create', {
      ...{ id: template, ...texts, length: 'short', position_type: 'contract' },
    }),
    wireMutation('settings.set', { key: 'theme', value: 'dark' }),
    wireMutation('settings.set', { key: 'notifications.marketing', value: false }),
  )
  // Long ago: times come along.
  await app.sql`update lists set created_at = '2025-01-02T03:04:05.678Z' where owner_id = ${account}`
  await app.sql`
    update list_members set added_at = '2025-02-03T04:05:06.789Z' where owner_id = ${account}`
  return account
}

describe('what an account takes along', () => {
  it('comes into another one as it was, ids and times too, and once however often', async () => {
    const account = await busyAccount()
    const file = await takeOut(account)
    const before = await rowsIn(file)
    for (const table of TAKEN_TABLES) expect([table, before[table]?.length]).not.toEqual([table, 0])
    const { parts } = await readTakenFile(file)
    // The first account is gone by then, and all its rows with it.
    await app.sql`delete from users where id = ${account}`
    const other = await newAccount()
    const { results } = await bringIn(other, parts)
    expect(results.map(({ status }) => status)).toEqual(parts.map(() => 'applied'))
    expect(await rowsIn(await takeOut(other))).toEqual(before)
    const again = await bringIn(other, parts)
    expect(again.results).toMatchObject(parts.map(() => ({ status: 'applied', tables: [] })))
    expect(await rowsIn(await takeOut(other))).toEqual(before)
  })

  it('leaves what is there as it is: a changed list, a note, a setting', async () => {
    const account = await busyAccount()
    const { parts } = await readTakenFile(await takeOut(account))
    const list = parts[0]?.rows.find((row) => 'name' in row && row.name === 'Nights') as {
      id: string
    }
    await keepFor(
      app,
      account,
      wireMutation('lists.rename', { id: list.id, name: 'Days', previous: 'Nights' }),
      wireMutation('candidates.note', {
        ...{ candidate_id: ZENOBIA, note: 'moved away', previous: 'calls back' },
      }),
      wireMutation('candidates.star', { candidate_id: IGNATIUS, starred: false }),
      wireMutation('candidates.note', { candidate_id: IGNATIUS, note: 'new', previous: null }),
      wireMutation('settings.set', { key: 'theme', value: 'light' }),
    )
    await bringIn(account, parts)
    expect(await app.sql`select name from lists where owner_id = ${account} order by name`).toEqual(
      [{ name: 'Days' }, { name: 'Gone' }],
    )
    expect(
      await app.sql`
        select starred, note from saved_candidates where owner_id = ${account} order by note`,
    ).toEqual([
      { starred: false, note: 'moved away' },
      { starred: true, note: 'new' },
    ])
    expect(
      await app.sql`select from user_settings where owner_id = ${account} and value = '"light"'`,
    ).toHaveLength(1)
  })

  it('has no contact, and nothing of others', async () => {
    const [account, other] = [await busyAccount(), await busyAccount()]
    const rows = JSON.stringify(
      await runQuery(app.sql, [account, other], 'rows.mine', { owner_id: account }),
    )
    expect(rows).not.toContain(other)
    expect(rows).not.toMatch(/example\.com|806-555/)
  })

  it('leaves out people and steps of a list that did not come in', async () => {
    const { parts } = await readTakenFile(await takeOut(await busyAccount()))
    const other = await newAccount()
    const { results } = await bringIn(
      other,
      parts.filter(({ table }) => table !== 'lists'),
    )
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['applied']))
    expect(await app.sql`select from list_members where owner_id = ${other}`).toHaveLength(0)
    // Activities that belong to no list are imported.
    const steps = await app.sql`select distinct kind from activities where owner_id = ${other}`
    expect(steps.map(({ kind }) => kind).sort()).toEqual(['note', 'stop'])
  })

  it('leaves out watches on a search that did not come in', async () => {
    const { parts } = await readTakenFile(await takeOut(await busyAccount()))
    const other = await newAccount()
    const { results } = await bringIn(
      other,
      parts.filter(({ table }) => table === 'watches'),
    )
    expect(results).toMatchObject([{ status: 'applied' }])
    expect(await app.sql`select from watches where owner_id = ${other}`).toHaveLength(0)
  })

  it('has no time that is yet to come', async () => {
    const account = await newAccount()
    const [created_at, updated_at] = ['2999-01-01T00:00:00Z', '2999-01-01T00:00:00Z']
    const list = { id: randomUUID(), name: 'N', description: null, created_at, updated_at }
    await bringIn(account, [{ table: 'lists', rows: [{ ...list, deleted_at: created_at }] }])
    expect(
      await app.sql`
        select created_at <= now() and updated_at <= now() and deleted_at <= now() as is_past
        from lists where owner_id = ${account}`,
    ).toEqual([{ is_past: true }])
  })

  it('needs what making it needs: without a plan, templates and settings come in', async () => {
    const { parts } = await readTakenFile(await takeOut(await busyAccount()))
    const mutations = parts.map((part) => wireMutation('rows.bring_in', part))
    const results = await pushAs(app, 'free', ...mutations)
    const applied = parts.filter((_, index) => results[index]?.status === 'applied')
    expect(applied.map(({ table }) => table)).toEqual([
      // These belong to no list.
      'activities',
      'do_not_contact',
      'email_templates',
      'user_settings',
    ])
    expect(
      new Set(results.flatMap((each) => (each.status === 'rejected' ? [each.code] : []))),
    ).toEqual(new Set(['subscription_required']))
  })
})
