import type { Queryable } from '#db/client.ts'
import { type BudgetSpent, REVEALS_PER_DAY_MAX } from '#db/schema/contact-reveal.ts'
import { AppError } from '#sync/contract/errors.ts'
import { countedTogether, countingAccount } from './demo-guests.ts'

/** As long as the device keeps a revealed contact: showing it again is not another reveal. */
const REPEAT_HOURS = 24

export interface Budget {
  /** Revealed lately enough that revealing again costs nothing. */
  isRepeat: boolean
  /** Reveals left today, before this one. */
  left: number
}

/**
 * What an account may still reveal today. Takes the account's lock until the transaction ends, so
 * that a burst of reveals is counted one after the other and cannot overrun the budget.
 */
export async function revealBudget(
  tx: Queryable,
  accountId: string,
  candidateId: string,
): Promise<Budget> {
  const account = countingAccount(tx, accountId)
  await tx`select pg_advisory_xact_lock(hashtextextended('reveals:' || ${account}, 0))`
  // The clock and not now(): the transaction may have begun long before it got the lock.
  const [row] = await tx<{ used: number; is_repeat: boolean }[]>`
    select
      count(*) filter (where revealed_at >= date_trunc('day', clock_timestamp()))::integer as used,
      coalesce(bool_or(owner_id = ${accountId} and candidate_id = ${candidateId}
        and revealed_at > clock_timestamp() - ${`${REPEAT_HOURS} hours`}::interval), false)
        as is_repeat
    from reveals
    where owner_id in ${countedTogether(tx, accountId)}
      and revealed_at > clock_timestamp() - ${`${REPEAT_HOURS} hours`}::interval`
  return {
    isRepeat: row?.is_repeat ?? false,
    left: Math.max(0, REVEALS_PER_DAY_MAX - (row?.used ?? 0)),
  }
}

/** The refusal of a spent budget, with when there is a new one. */
export function budgetSpent(now: Date): AppError {
  const data: BudgetSpent = { resetsAt: nextMidnight(now) }
  return new AppError('budget_spent', "Today's reveals are spent.", { data })
}

/** When the next day begins, UTC. */
export function nextMidnight(now: Date): string {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  return new Date(midnight).toISOString()
}
