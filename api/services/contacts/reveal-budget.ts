import type { BudgetSpent, RevealCost } from '#api/contract/contact-reveal.ts'
import { accountsSharingLimits, limitedAccount } from '#api/services/accounts/demo-guests.ts'
import type { Queryable } from '#db/client.ts'
import { REVEALS_PER_DAY_MAX } from '#db/schema/contact-reveal.ts'
import { AppError } from '#sync/contract/errors.ts'

/**
 * The hours for which a device keeps a revealed contact: within them, showing the contact again is
 * free.
 */
const REPEAT_HOURS = 24

export interface Budget {
  /** The people that the account revealed within `REPEAT_HOURS`: revealing them again is free. */
  repeated: ReadonlySet<string>
  /** The reveals left today. */
  left: number
}

/**
 * The reveals that an account has left today. Locks the account until the transaction ends, so that
 * concurrent reveals are counted in turn and cannot exceed the budget.
 */
export async function revealBudget(
  tx: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<Budget> {
  const account = limitedAccount(tx, accountId)
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
  return { repeated: new Set(row?.repeated), left: leftOf(row?.spent) }
}

/** What revealing these people would cost an account, and the rest of its day's budget. */
export async function revealCost(
  sql: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<RevealCost> {
  const [row] = await sql<{ people: number; spent: number }[]>`
    select
      (select count(distinct k.candidate_id)::integer from candidate_contacts_known k
        where k.candidate_id = any(${ids}::uuid[]) and not exists (
          select from reveals r
          where r.owner_id = ${accountId} and r.candidate_id = k.candidate_id
            and r.revealed_at > clock_timestamp() - ${`${REPEAT_HOURS} hours`}::interval)) as people,
      ${spentToday(sql, accountId)} as spent`
  return { people: row?.people ?? 0, remaining: { today: leftOf(row?.spent) } }
}

function leftOf(spent = 0): number {
  return Math.max(0, REVEALS_PER_DAY_MAX - spent)
}

/**
 * SQL: how many reveals count for the current day; below zero if more were given back. A reveal
 * that showed a contact which its account and an independent one reported wrong is given back once,
 * on the day of the second report.
 */
function spentToday(sql: Queryable, accountId: string) {
  const accounts = accountsSharingLimits(sql, accountId)
  const today = sql`date_trunc('day', clock_timestamp())`
  return sql`(
    (select count(*) from reveals where owner_id in ${accounts} and revealed_at >= ${today})
    - (select count(*) from (
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
        having min(r.confirmed_at) >= ${today}) given_back)
  )::integer`
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
