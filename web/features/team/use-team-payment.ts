import { useEffect, useState } from 'react'
import { PAYMENT_CANCELLED } from '#api/contract/payment-return.ts'
import { confirmPayment } from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { refreshSession } from '#web/session/session.ts'

/**
 * What became of a team's checkout: `paid` before its plan is there, `active` once it is, `open` while
 * the money is on its way; `unknown` where there is no such checkout, `unchecked` where nobody could say.
 */
export type TeamPayment =
  | 'cancelled'
  | 'checking'
  | 'paid'
  | 'active'
  | 'open'
  | 'unknown'
  | 'unchecked'

/** @param payment what the address says the checkout ended with; undefined without a checkout. */
export function useTeamPayment(payment: string | undefined): TeamPayment | undefined {
  const [checked, setChecked] = useState<{ payment: string; state: TeamPayment }>()
  const isSession = payment !== undefined && payment !== PAYMENT_CANCELLED

  useEffect(() => {
    if (!isSession) return
    let isOver = false
    void check(payment).then((state) => {
      if (!isOver) setChecked({ payment, state })
    })
    return () => {
      isOver = true
    }
  }, [isSession, payment])

  if (payment === undefined) return undefined
  if (!isSession) return 'cancelled'
  return checked?.payment === payment ? checked.state : 'checking'
}

async function check(sessionId: string): Promise<TeamPayment> {
  try {
    const { paid, subscribed } = await confirmPayment(sessionId)
    if (!paid) return 'open'
    // The plan opens the directory to this account, too.
    await refreshSession()
    return subscribed ? 'active' : 'paid'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code === 'not_found' ? 'unknown' : 'unchecked'
  }
}
