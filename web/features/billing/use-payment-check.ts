import { useEffect, useState } from 'react'
import { wait } from '#sync/client/wait.ts'
import { confirmPayment } from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { refreshSession, session } from '#web/session/session.ts'

/** The webhook event usually arrives within these delays. */
const FIRST_WAIT_MS = 3000
const SECOND_WAIT_MS = 2000

/** `paid` where the payment went through but the plan is not visible here yet. */
type PaymentState = 'unverified' | 'checking' | 'active' | 'paid'

/**
 * Waits 3 s, fetches the plan, waits 2 s, fetches it again. A failed fetch does not mean that the
 * payment failed.
 */
export function usePaymentCheck(sessionId: string | undefined): PaymentState {
  const [state, setState] = useState<PaymentState>('checking')

  useEffect(() => {
    if (!sessionId) return
    const controller = new AbortController()
    void check(sessionId, controller.signal).then((isActive) => {
      if (!controller.signal.aborted) setState(isActive ? 'active' : 'paid')
    })
    return () => controller.abort()
  }, [sessionId])

  return sessionId ? state : 'unverified'
}

async function check(sessionId: string, signal: AbortSignal): Promise<boolean> {
  await wait(FIRST_WAIT_MS)
  if (signal.aborted) return false
  await lookUp(sessionId)
  await refreshSession()
  await wait(SECOND_WAIT_MS)
  if (signal.aborted) return false
  await refreshSession()
  // A checkout may have been for a team.
  return session.me?.subscription.subscribed === true || Boolean(session.me?.team_plan)
}

/** Asks the server to look the payment up, in case its webhook event is late. */
async function lookUp(sessionId: string): Promise<void> {
  try {
    await confirmPayment(sessionId)
  } catch (error) {
    // The webhook event may still arrive: the checks that follow tell.
    if (!(error instanceof ApiError)) throw error
  }
}
