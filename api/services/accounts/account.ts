import type { Row } from 'postgres'
import type { Caller } from '#api/caller.ts'
import type { Parts } from '#api/context.ts'
import { audit } from '#api/services/audit.ts'
import type { Auth } from '#api/services/auth/auth.ts'
import { countGuess, isLockedOut, TOO_MANY_GUESSES } from '#api/services/auth/guess-limit.ts'
import type { Billing } from '#api/services/billing/billing.ts'
import { endLatePlans, endSubscriptions } from '#api/services/billing/checkout.ts'
import { knownCustomer } from '#api/services/billing/customers.ts'
import { tryDropFormerPayers } from '#api/services/billing/end-plans.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { noteRemoval } from '#db/removal-journal.ts'
import { retried } from '#db/retried.ts'
import type { JournalEntry } from '#db/schema/removal-outbox.ts'
import type { UserRow } from '#db/schema/users.ts'
import { AppError } from '#sync/contract/errors.ts'
import { shapeOf, WRITABLE_NAMES, type WritableName } from '#sync/contract/shapes.ts'

/**
 * Confirms an account by its password. Security: a wrong password counts as a guess, or a stolen
 * session would allow unlimited guesses.
 * @param network the caller's address; empty when unknown.
 * @throws AppError `forbidden`, `rate_limited`
 */
export async function assertPassword(
  { auth, sql }: Pick<Parts, 'auth' | 'sql'>,
  user: Pick<UserRow, 'id' | 'email'>,
  network: string,
  password: string,
): Promise<void> {
  if (await isLockedOut(sql, user.email, network)) {
    throw new AppError('rate_limited', TOO_MANY_GUESSES)
  }
  if (await isPasswordOf(auth, user.id, password)) return
  await countGuess(sql, user.email)
  throw new AppError('forbidden', 'The password is not correct.')
}

/** Whether this is the account's password. The check takes equally long for a wrong one. */
async function isPasswordOf(auth: Auth, userId: string, password: string): Promise<boolean> {
  const { internalAdapter, password: hashing } = await auth.$context
  const account = await internalAdapter.findCredentialAccount(userId)
  return Boolean(account?.password && (await hashing.verify({ hash: account.password, password })))
}

/**
 * All data of an account except secrets, from one snapshot of the database; each key is the table
 * that the rows come from.
 */
export async function accountData(sql: Sql, userId: string): Promise<Record<string, unknown>> {
  return sql.begin('isolation level repeatable read read only', (tx) => readAccount(tx, userId))
}

async function readAccount(sql: Queryable, userId: string): Promise<Record<string, unknown>> {
  const [user] = await sql`
    select id, email, name, bio, source, email_verified, created_at, updated_at, last_sign_in_at,
      two_factor_enabled
    from users where id = ${userId}`
  const parts = {
    sessions: sql`
      select created_at, updated_at, expires_at, ip_address, user_agent, factor, confirmed_at
      from sessions where user_id = ${userId} order by created_at desc`,
    passkeys: sql`
      select name, device_type, backed_up, created_at
      from auth_passkeys where user_id = ${userId} order by created_at desc`,
    entitlement: sql`select * from entitlements where owner_id = ${userId}`,
    stripe_customer: sql`select customer_id from stripe_customers where owner_id = ${userId}`,
    demo_grants: sql`
      select feature_type, active, expires_at, max_uses, uses_count, created_at
      from demo_grants where user_id = ${userId} order by created_at desc`,
    reveals: sql`
      select candidate_id, revealed_at, removed_at
      from reveals where owner_id = ${userId} order by revealed_at desc`,
    exports: sql`
      select export_date, export_count, format, file_name, columns, filters
      from export_logs where owner_id = ${userId} order by export_date desc`,
    exported_contacts: sql`
      select day::text, people
      from exported_contacts where user_id = ${userId} order by day desc`,
    ...ownRows(sql, userId),
    watch_news: sql`
      select search_owner, search_id, found_at, kind, cardinality(ordinals) as people
      from watch_news where owner_id = ${userId} order by found_at desc`,
    push_subscriptions: sql`
      select split_part(endpoint, '/', 3) as service, created_at
      from push_subscriptions where user_id = ${userId} order by created_at desc`,
    watch_mails: sql`select mailed_on::text from watch_mails where user_id = ${userId}`,
    team_members: sql`
      select team_id, t.name as team, role, display_name, joined_at, ended_at
      from team_members m join teams t on t.id = m.team_id
      where user_id = ${userId} order by joined_at desc`,
    team_devices: sql`
      select team_id, name, last_seen_at, lease_ends_at, emptied_at
      from team_devices where user_id = ${userId} order by last_seen_at desc`,
    call_claims: sql`
      select c.team_id, c.candidate_id, c.call_id, c.until
      from call_claims c join team_members m on m.id = c.member_id
      where m.user_id = ${userId} order by c.until desc`,
    // The invitations that it received, without their senders, and those that it sent, with the
    // addresses it typed.
    team_invites: sql`
      select i.team_id, i.email, i.role, i.created_at, i.expires_at, i.accepted_at, i.revoked_at
      from team_invites i join team_members m on m.id = i.invited_by
      where i.email = ${user?.email ?? ''} or m.user_id = ${userId}
      order by i.created_at desc`,
    support_code: sql`
      select sync_report, created_at, expires_at, opened_at
      from support_codes where user_id = ${userId}`,
    search_errors: sql`
      select * from search_error_logs where ${writtenBy(sql, user?.email ?? null)}`,
    audit_log: sql`
      select at, action, subject_id, details, network
      from audit_log where actor_id = ${userId} order by at desc`,
  }
  const read = Object.entries(parts).map(async ([name, rows]) => [name, [...(await rows)]])
  return { exported_at: new Date(), user, ...Object.fromEntries(await Promise.all(read)) }
}

interface Part {
  name?: string
  without?: string
  order?: string
  /** The columns that are included only in rows that the account wrote. */
  authored?: readonly string[]
}

/** Tables of which not all columns, or not in the default order, are included. */
const PARTS: Partial<Record<WritableName, Part>> = {
  // A list that a team returned to its owner includes the words of the team's members.
  activities: { authored: ['words', 'next_on'] },
  list_members: { order: 'list_id, added_at desc' },
  do_not_contact: { order: 'set_at desc' },
  saved_searches: { without: 'id' },
  email_templates: { without: 'id' },
  user_settings: { name: 'settings', order: 'key' },
}

/** The account's rows of each table that mutations write, without other people's words. */
function ownRows(sql: Queryable, userId: string): Record<string, PromiseLike<Row[]>> {
  const parts = WRITABLE_NAMES.map((table) => {
    const { name = table, without, order = 'created_at desc', authored } = PARTS[table] ?? {}
    const columns = Object.keys(shapeOf(table).columns)
      .filter((column) => !['owner_id', without].includes(column))
      .map((column, index) => {
        const given = authored?.includes(column)
          ? sql`case when created_by = ${userId} then ${sql(column)} end as ${sql(column)}`
          : sql(column)
        return index === 0 ? sql`${given}` : sql`, ${given}`
      })
    const rows = sql`
      select ${columns} from ${sql(table)}
      where owner_id = ${userId} order by ${sql.unsafe(order)}`
    return [name, rows] as const
  })
  return Object.fromEntries(parts)
}

/**
 * Deletes an account with all its data. Its plans end first: no one may pay for what they can no
 * longer use. Its sessions end in every process, and triggers end its memberships, of which teams
 * keep the display name; the card is removed from a team that it alone owned. The audit log stays; it
 * names people by id only, and records that something was exported, without whom.
 * @returns whether the account existed
 * @throws AppError `billing_unavailable`, with nothing deleted; a retry is safe
 */
export async function deleteAccount(
  billing: Billing,
  caller: Caller,
  userId: string,
): Promise<boolean> {
  const { sql } = billing
  const [known] = await sql`select 1 from users where id = ${userId}`
  if (!known) return false
  await endSubscriptions(billing, userId)
  // A device may be writing the account's rows in another order, which can deadlock.
  const deleted = await retried(() => sql.begin((tx) => eraseAccount(tx, caller, userId)))
  if (deleted?.customer) await endLatePlans(billing, deleted.customer)
  await tryDropFormerPayers(billing)
  return deleted !== undefined
}

/** @returns the account's customer at Stripe, if any; undefined when there is no such account */
async function eraseAccount(
  tx: Queryable,
  caller: Caller,
  userId: string,
): Promise<{ customer: string | undefined } | undefined> {
  const [user] = await tx<{ email: string }[]>`
    select email from users where id = ${userId} for update`
  if (!user) return undefined
  // The lock keeps the account from getting a customer until it is deleted.
  await tx`select from owners where id = ${userId} for update`
  const customer = await knownCustomer(tx, userId)
  await tx`delete from users where id = ${userId}`
  await tx`
    update search_error_logs set user_email = null, ip_address = null
    where ${writtenBy(tx, user.email)}`
  await tx`delete from auth_verifications where value = ${userId}`
  await tx`delete from team_invites where email = ${user.email}`
  await audit(tx, { ...caller, action: 'account.delete', subjectId: userId })
  await noteRemoval(tx, {
    at: new Date().toISOString(),
    people: [],
    hashes: [],
    accounts: [userId],
  })
  return { customer }
}

/** SQL: whether an entry of `search_error_logs` has this address, in the form of the index. */
const writtenBy = (sql: Queryable, email: string | null) => sql`coalesce(user_email, '') = ${email}`

/**
 * Deletes accounts again in a restored database: those whose deletion the journal of removals
 * records. Their plans ended with them. Repeating it changes nothing.
 * @returns how many existed
 */
export async function replayDeletions(
  sql: Sql,
  entries: readonly Pick<JournalEntry, 'accounts'>[],
): Promise<number> {
  const caller: Caller = { actor: { id: null }, network: '' }
  return sql.begin(async (tx) => {
    let deleted = 0
    for (const id of new Set(entries.flatMap(({ accounts = [] }) => accounts))) {
      if (await eraseAccount(tx, caller, id)) deleted += 1
    }
    return deleted
  })
}
