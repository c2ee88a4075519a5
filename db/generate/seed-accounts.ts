import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import type { Sql } from '#db/client.ts'
import { OWNED_ROWS } from './owned-rows.ts'
import { insertOutreach } from './seed-outreach.ts'
import { insertOwnedRows } from './seed-owned-rows.ts'

/** The mail domain of the development accounts; it does not exist, as .test is reserved. */
const DOMAIN = 'clinidex.test'

const DAY_MS = 24 * 60 * 60 * 1000

interface DevAccount {
  name: string
  fullName: string
  source?: string
  role?: 'demo'
  /** Days since the sign-up. */
  age: number
  /** The number of people revealed over that time. */
  reveals: number
  exports: { count: number; format: 'csv' | 'xlsx' | 'pdf'; fileName: string; daysAgo: number }[]
}

const ACCOUNTS: DevAccount[] = [
  { name: 'admin', fullName: 'Robin Admin', age: 90, reveals: 4, exports: [] },
  {
    name: 'monthly',
    fullName: 'Morgan Monthly',
    source: 'A colleague at another agency',
    age: 40,
    reveals: 31,
    exports: [
      { count: 25, format: 'csv', fileName: 'healthcare_worker_export.csv', daysAgo: 30 },
      { count: 112, format: 'csv', fileName: 'icu_nurses_texas.csv', daysAgo: 16 },
      { count: 8, format: 'pdf', fileName: 'shortlist_cardiology.pdf', daysAgo: 2 },
    ],
  },
  {
    name: 'annual',
    fullName: 'Alex Annual',
    source: 'Conference in Chicago',
    age: 75,
    reveals: 64,
    exports: [
      { count: 500, format: 'csv', fileName: 'healthcare_worker_export.csv', daysAgo: 61 },
      { count: 43, format: 'xlsx', fileName: 'pharmacists_ontario.xlsx', daysAgo: 44 },
      { count: 25, format: 'csv', fileName: 'healthcare_worker_export.csv', daysAgo: 33 },
      { count: 210, format: 'xlsx', fileName: 'physician_assistants.xlsx', daysAgo: 19 },
      { count: 1, format: 'csv', fileName: 'physician_export.csv', daysAgo: 9 },
      { count: 77, format: 'csv', fileName: 'dentists_california.csv', daysAgo: 3 },
    ],
  },
  {
    name: 'free',
    fullName: 'Frankie Free',
    source: 'Web search',
    age: 12,
    reveals: 0,
    exports: [],
  },
  { name: 'demo', fullName: 'Demo Account', role: 'demo', age: 90, reveals: 0, exports: [] },
]

const EXPORT_COLUMNS = ['first_name', 'last_name', 'title', 'specialty', 'organization']

/**
 * Creates the development accounts, confirmed, with a history of some weeks and their owned rows.
 * Existing accounts stay unchanged. Plans come from the billing stand-in.
 * @param passwordHash the hash of their common password
 */
export async function seedAccounts(
  sql: Sql,
  { passwordHash, now = new Date() }: { passwordHash: string; now?: Date },
): Promise<void> {
  await sql.begin(async (tx) => {
    for (const account of ACCOUNTS) {
      const id = await insertAccount(tx, account, passwordHash, now)
      if (!id) continue
      await insertHistory(tx, id, account, now)
      const owned = OWNED_ROWS[account.name]
      if (owned) {
        await insertOwnedRows(tx, id, owned, now)
        await insertOutreach(tx, id, [id], now)
      }
    }
  })
}

/**
 * Whether the table has accounts with a known password. Ours are confirmed; a visitor may sign up
 * under these addresses but cannot confirm them, and must not be able to prevent a start.
 */
export async function hasDevAccounts(sql: Sql): Promise<boolean> {
  const [found] = await sql`
    select 1 from users
    where email = any(${ACCOUNTS.map(({ name }) => emailOf(name))}) and email_verified limit 1`
  return found !== undefined
}

/** @returns the account's id; undefined when it existed already. */
async function insertAccount(
  tx: TransactionSql,
  { name, fullName, source, role, age }: DevAccount,
  passwordHash: string,
  now: Date,
): Promise<string | undefined> {
  const id = randomUUID()
  const createdAt = new Date(now.getTime() - age * DAY_MS)
  const inserted = await tx`
    insert into users ${tx({
      id,
      name: fullName,
      email: emailOf(name),
      email_verified: true,
      source: source ?? null,
      role: role ?? null,
      created_at: createdAt,
    })} on conflict (email) do nothing returning id`
  if (inserted.length === 0) return undefined
  await tx`
    insert into auth_accounts ${tx({
      id: randomUUID(),
      user_id: id,
      account_id: id,
      provider_id: 'credential',
      password: passwordHash,
      updated_at: createdAt,
    })}`
  return id
}

async function insertHistory(tx: TransactionSql, id: string, account: DevAccount, now: Date) {
  const { age, reveals, exports } = account
  await trace(tx, { id, action: 'sign_up', at: new Date(now.getTime() - age * DAY_MS) })
  const people = await tx<{ id: string }[]>`select id from candidates order by id limit ${reveals}`
  for (const [index, person] of people.entries()) {
    // The reveals are spread from the first day until a few hours ago.
    const at = new Date(now.getTime() - ((index + 0.2) / people.length) * age * DAY_MS)
    await tx`
      insert into reveals (owner_id, candidate_id, revealed_at) values (${id}, ${person.id}, ${at})`
    await trace(tx, { id, action: 'reveal', subject: person.id, at })
  }
  for (const { count, format, fileName, daysAgo } of exports) {
    const at = new Date(now.getTime() - daysAgo * DAY_MS)
    await tx`
      insert into export_logs ${tx({
        owner_id: id,
        export_date: at,
        export_count: count,
        format,
        file_name: fileName,
        columns: EXPORT_COLUMNS,
      })}`
    await trace(tx, { id, action: 'export', details: { count, format }, at })
  }
  // The grant is used up, so the demo account itself stays restricted.
  if (account.role === 'demo') {
    await tx`
      insert into demo_grants (user_id, feature_type, max_uses, uses_count, expires_at, notes) values
        (${id}, 'viewContactInfo', 3, 3, null, 'Shown at the spring fair'),
        (${id}, 'export', null, 1, ${new Date(now.getTime() - 10 * DAY_MS)}, 'Trial for a hospital')`
  }
}

async function trace(
  tx: TransactionSql,
  entry: { id: string; action: string; subject?: string; details?: object; at: Date },
): Promise<void> {
  const { id, action, subject = null, details = {}, at } = entry
  await tx`
    insert into audit_log (at, actor_id, action, subject_id, details)
    values (${at}, ${id}, ${action}, ${subject}, ${tx.json({ ...details })})`
}

function emailOf(name: string): string {
  return `${name}@${DOMAIN}`
}
