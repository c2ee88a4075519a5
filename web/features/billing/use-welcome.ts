import { useEffect, useRef } from 'react'
import { refreshSession, session } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** The webhook event of the payment may be this late. */
const RECHECK_MS = 3000

/**
 * Welcomes a user back from a payment, once.
 * @param drop removes the flag from the address, so that a reload does not repeat it.
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
