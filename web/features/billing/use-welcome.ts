import { useEffect, useRef } from 'react'
import { refreshSession, session } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** The billing service's news of the payment may be this late. */
const RECHECK_MS = 3000

/**
 * Greets somebody who comes back from a payment, once.
 * @param drop takes the sign of it off the address, so that a reload does not greet again.
 */
export function useWelcome(isUpgraded: boolean, drop: () => void): void {
  const isGreeted = useRef(false)
  useEffect(() => {
    if (!isUpgraded || isGreeted.current) return
    isGreeted.current = true
    showToast({
      title: 'Welcome to your new plan',
      description: 'The whole directory is open to you.',
      tone: 'ok',
    })
    drop()
    void recheck()
  }, [isUpgraded, drop])
}

async function recheck(): Promise<void> {
  await refreshSession()
  if (session.me?.subscription.subscribed) return
  setTimeout(() => void refreshSession(), RECHECK_MS)
}
