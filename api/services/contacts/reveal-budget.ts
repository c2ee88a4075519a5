import type { PendingQuery, Row } from 'postgres'
import type { BudgetSpent, RevealCost } from '#api/contract/contact-reveal.ts'
import { accountsSharingLimits, limitedAccount } from '#api/services/accounts/demo-guests.ts'
import { leftForTeam, lockTeamDay, type TeamDay } from '#api/services/teams/team-contacts.ts'
import type { Queryable } from '#db/client.ts'
import { REVEALS_PER_DAY_MAX } from '#db/schema/contact-reveal.ts'
import { AppError } from '#sync/contract/errors.ts'

/**
 * The hours for which a device keeps a revealed contact: within them, showing the contact again is
 * free.
 */
const REPEAT_HOURS = 24

/** The account whose budget a reveal uses. */
interface Spender {
  accountId: string
  /** The team whose plan is in force: its seats limit what its members reveal together. */
  teamId?: string | undefined
}

export interface Budget {
  /** The people that the account revealed within `REPEAT_HOURS`: revealing them again is free. */
  repeated: ReadonlySet<string>
  /** The reveals left today. */
  left: number
}

/**
 * The reveals that an account has left today. Locks its team's day and the account until the transaction
 * ends, so that concurrent reveals are counted in turn and cannot exceed the budget.
 */
export async function revealBudget(
  tx: Queryable,
  { accountId, teamId }: Spender,
  ids: readonly string[],
): Promise<Budget> {
  const account = limitedAccount(tx, accountId)
  // The team is locked before the account, as in exports.
  const ofTeam = teamId ? await lockTeamDay(tx, teamDay(teamId), REVEALS_PER_DAY_MAX) : Infinity
  await tx`select pg_advisory_xact_lock(hashtextextended('reveals:' || ${account}, 0))`
  // clock_timestamp() is used, not now(): the transaction may have waited long for the lock.
  const [row] = await tx<{ spent: number; repeated: string[] }[]>`
    select ${spentToday(tx, accountId)} as spent,
      array(
        select given.id from unnest(${ids as string[]}::text[]) given (id)
        where exists (
          select from reveals
          where owner_id = ${accountId} and candidate_id = given.id::uuid
            and revealed_at > clock_timestamp() - ${`${REPEAT_HOURS} hours`}::interval)) as repeated`
  const left = await leftOf(tx, { spent: row?.spent, ofTeam, teamId })
  return { repeated: new Set(row?.repeated), left }
}

/** The team's current day, for reveals. */
export function teamDay(teamId: string): TeamDay {
  return { teamId, now: new Date(), taken: 'revealed' }
}

/** What revealing these people would cost an account, and the rest of its day's budget. */
export async function revealCost(
  sql: Queryable,
  { accountId, teamId }: Spender,
  ids: readonly string[],
): Promise<RevealCost> {
  const ofTeam = teamId ? await leftForTeam(sql, teamDay(teamId), REVEALS_PER_DAY_MAX) : Infinity
  const [row] = await sql<{ people: number; spent: number }[]>`
    select
      (select count(distinct k.candidate_id)::integer from candidate_contacts_known k
        where k.candidate_id = any(${ids}::uuid[]) and not exists (
          select from reveals r
          where r.owner_id = ${accountId} and r.candidate_id = k.candidate_id
            and r.revealed_at > clock_timestamp() - ${`${REPEAT_HOURS} hours`}::interval)) as people,
      ${spentToday(sql, accountId)} as spent`
  const left = await leftOf(sql, { spent: row?.spent, ofTeam, teamId })
  return { people: row?.people ?? 0, remaining: { today: left } }
}

/**
 * The reveals left by the account's day and by its team's day, to which the reveals given back to members are
 * added.
 */
async function leftOf(
  sql: Queryable,
  of: { spent?: number | undefined; ofTeam: number; teamId?: string | undefined },
): Promise<number> {
  const left = Math.max(0, REVEALS_PER_DAY_MAX - (of.spent ?? 0))
  if (!of.teamId || of.ofTeam >= left) return left
  const members = sql`(
    select user_id from team_members where team_id = ${of.teamId} and ended_at is null)`
  const [row] = await sql<{ count: number }[]>`select ${givenBackToday(sql, members)} as count`
  return Math.min(left, Math.max(0, of.ofTeam + (row?.count ?? 0)))
}

/** SQL: how many reveals count for the current day; below zero if more were given back. */
function spentToday(sql: Queryable, accountId: string) {
  const accounts = accountsSharingLimits(sql, accountId)
  return sql`(
    (select count(*)::integer from reveals
      where owner_id in ${accounts} and revealed_at >= ${todayOf(sql)})
    - ${givenBackToday(sql, accounts)})`
}

/** SQL: the beginning of the current day. */
const todayOf = (sql: Queryable) => sql`date_trunc('day', clock_timestamp())`

/**
 * SQL: how many reveals of these accounts were given back on the current day. A reveal that showed a
 * contact which its account and an independent one reported wrong is given back once, on the day of the
 * second report.
 */
function givenBackToday(sql: Queryable, accounts: PendingQuery<Row[]>) {
  const today = todayOf(sql)
  return sql`(
    select count(*)::integer from (
        select from contact_reports r
        join lateral (
          select id from reveals v
          where v.owner_id = r.owner_id and v.candidate_id = r.candidate_id
            and v.revealed_at <= r.created_at
          order by v.revealed_at desc limit 1) shown on true
        where r.owner_id in ${accounts} and r.confirmed_at is not null
          and exists (
            select from contact_reports n
            where n.owner_id = r.owner_id and n.candidate_id = r.candidate_id
              and n.confirmed_at >= ${today})
        group by r.owner_id, shown.id
        having min(r.confirmed_at) >= ${today}) given_back)`
}

/** The error of a spent budget, with the time of its reset. */
export function budgetSpent(now: Date): AppError {
  const data: BudgetSpent = { resetsAt: nextMidnight(now) }
  return new AppError('budget_spent', "Today's reveals are spent.", { data })
}

/** The start of the next day, UTC. */
export function nextMidnight(now: Date): string {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  return new Date(midnight).toISOString()
}
