import type { BudgetSpent } from '#api/contract/contact-reveal.ts'
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
      count(*) filter (where revealed_at >= date_trunc('day', clock_timestamp()))::integer as used,
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
