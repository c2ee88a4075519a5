import type { BudgetSpent, RevealCost } from '#api/contract/contact-reveal.ts'
import type { Queryable } from '#db/client.ts'
import { REVEALS_PER_DAY_MAX } from '#db/schema/contact-reveal.ts'
import { AppError } from '#sync/contract/errors.ts'
import { accountsSharingLimits, limitedAccount } from './demo-guests.ts'

/** As long as a device keeps a revealed contact: within it, showing the contact again is free. */
const REPEAT_HOURS = 24

export interface Budget {
  /** Revealed within `REPEAT_HOURS`, so revealing again is free. */
  isRepeat: boolean
  /** Reveals left today, not counting this one. */
  left: number
}

/**
 * The reveals that an account has left today. Locks the account until the transaction ends, so that
 * concurrent reveals are counted in turn and cannot exceed the budget.
 */
export async function revealBudget(
  tx: Queryable,
  accountId: string,
  candidateId: string,
): Promise<Budget> {
  const account = limitedAccount(tx, accountId)
  await tx`select pg_advisory_xact_lock(hashtextextended('reveals:' || ${account}, 0))`
  // clock_timestamp(), not now(): the transaction may have waited long for the lock.
  const [row] = await tx<{ used: number; is_repeat: boolean }[]>`
    select
      count(*) filter (where revealed_at >= date_trunc('day', clock_timestamp())
        and not ${isGivenBack(tx)})::integer as used,
      coalesce(bool_or(owner_id = ${accountId} and candidate_id = ${candidateId}
        and revealed_at > clock_timestamp() - ${`${REPEAT_HOURS} hours`}::interval), false)
        as is_repeat
    from reveals
    where owner_id in ${accountsSharingLimits(tx, accountId)}
      and revealed_at > clock_timestamp() - ${`${REPEAT_HOURS} hours`}::interval`
  return {
    isRepeat: row?.is_repeat ?? false,
    left: Math.max(0, REVEALS_PER_DAY_MAX - (row?.used ?? 0)),
  }
}

/** Whether a reveal showed a contact that its account and an independent one found wrong. */
function isGivenBack(tx: Queryable) {
  return tx`exists (
    select from contact_reports r
    where r.owner_id = reveals.owner_id and r.candidate_id = reveals.candidate_id
      and r.confirmed_at is not null and r.created_at >= reveals.revealed_at)`
}

/** What it would cost an account to reveal these people, and what is left of its day. */
export async function revealCost(
  sql: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<RevealCost> {
  const [row] = await sql<{ people: number; used: number }[]>`
    select
      (select count(distinct k.candidate_id)::integer from candidate_contacts_known k
        where k.candidate_id = any(${ids}::uuid[]) and not exists (
          select from reveals r
          where r.owner_id = ${accountId} and r.candidate_id = k.candidate_id
            and r.revealed_at > clock_timestamp() - ${`${REPEAT_HOURS} hours`}::interval)) as people,
      (select count(*)::integer from reveals
        where owner_id in ${accountsSharingLimits(sql, accountId)}
          and revealed_at >= date_trunc('day', clock_timestamp())
          and not ${isGivenBack(sql)}) as used`
  const today = Math.max(0, REVEALS_PER_DAY_MAX - (row?.used ?? 0))
  return { people: row?.people ?? 0, remaining: { today } }
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
