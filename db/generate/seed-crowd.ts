import type { TransactionSql } from 'postgres'
import type { Sql } from '#db/client.ts'
import { type CrowdAccount, crowd } from './crowd.ts'

const DAY_MS = 86_400_000

/** Addresses of a network that is reserved for examples. */
const networkOf = (index: number) => `198.51.100.${1 + (index % 250)}`

/**
 * Fills the administration's screens at the first start: synthetic accounts over 90 days, with
 * their actions and those of administrators on them. They have no password, so no one can sign in
 * to them. Their plans come from the billing stand-in.
 */
export async function seedCrowd(sql: Sql, now = new Date()): Promise<void> {
  await sql.begin(async (tx) => {
    const people = await tx<{ id: string }[]>`select id from candidates order by id limit 60`
    for (const [index, account] of crowd().entries()) {
      await insertAccount(tx, account, { index, now, people: people.map(({ id }) => id) })
    }
  })
}

async function insertAccount(
  tx: TransactionSql,
  account: CrowdAccount,
  { index, now, people }: { index: number; now: Date; people: readonly string[] },
): Promise<void> {
  const { id, grant } = account
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const [lastSignIn] = account.signIns.slice(-1)
  const inserted = await tx`
    insert into users ${tx({
      id,
      name: account.name,
      email: account.email,
      email_verified: true,
      source: account.source,
      created_at: daysAgo(account.age),
      last_sign_in_at: lastSignIn === undefined ? null : daysAgo(lastSignIn),
      banned_at: account.banned === null ? null : daysAgo(account.banned),
      ban_reason: account.banned === null ? null : 'Scraped the directory',
    })} on conflict do nothing returning id`
  if (inserted.length === 0) return
  if (grant) {
    const from = daysAgo(grant.age)
    await tx`
      insert into demo_grants ${tx({
        user_id: id,
        feature_type: 'full_access',
        expires_at: grant.days === null ? null : new Date(from.getTime() + grant.days * DAY_MS),
        notes: grant.notes,
        created_at: from,
      })}`
  }
  const reveals = account.reveals.map((age, nth) => ({ age, person: people[nth % people.length] }))
  for (const { age, person } of reveals) {
    if (person === undefined) continue
    await tx`
      insert into reveals (owner_id, candidate_id, revealed_at) values (${id}, ${person}, ${daysAgo(age)})`
  }
  for (const { age, count, format } of account.exports) {
    await tx`
      insert into export_logs ${tx({
        owner_id: id,
        export_date: daysAgo(age),
        export_count: count,
        format,
        file_name: `healthcare_worker_export.${format}`,
        columns: ['first_name', 'last_name', 'title'],
      })}`
  }
  const deeds: Deed[] = [
    { age: account.age, action: 'sign_up', subject: id },
    ...account.signIns.map((age) => ({ age, action: 'sign_in' })),
    ...reveals.map(({ age, person }) => ({ age, action: 'reveal', subject: person })),
    ...account.exports.map(({ age, count, format }) => ({
      age,
      action: 'export',
      details: { count, format },
    })),
    ...(grant
      ? [{ age: grant.age, action: 'grant.create', subject: id, isSystem: true, details: GRANTED }]
      : []),
    ...(account.banned === null
      ? []
      : [{ age: account.banned, action: 'user.ban', subject: id, isSystem: true }]),
  ]
  for (const { age, action, subject = null, details = {}, isSystem } of deeds) {
    await tx`
      insert into audit_log (at, actor_id, action, subject_id, details, network) values (
        ${daysAgo(age)}, ${isSystem ? null : id}, ${action}, ${subject}, ${tx.json({ ...details })},
        ${networkOf(index)})`
  }
}

interface Deed {
  age: number
  action: string
  subject?: string | undefined
  details?: object
  /** Whether the system did it, rather than the account. */
  isSystem?: boolean
}

const GRANTED = { featureType: 'full_access', expiresAt: null, maxUses: null }
