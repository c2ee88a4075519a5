import { useEffect, useRef } from 'react'
import { CONFIRMATION_FAILURES, type ConfirmationFailure } from '#web/session/auth-messages.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** Longer than other toasts: it is the only sign that the address is still unconfirmed. */
const SHOWN_MS = 30_000

/**
 * Says once that a mailed confirmation link did nothing. Signing in offers a new one.
 * @param drop takes the sign of it off the address, so that a reload does not say it again.
 */
export function useConfirmationFailure(
  failure: ConfirmationFailure | undefined,
  { drop, logIn }: { drop(): void; logIn(): void },
): void {
  const isSaid = useRef(false)
  useEffect(() => {
    if (!failure || isSaid.current) return
    isSaid.current = true
    showToast({
      ...CONFIRMATION_FAILURES[failure],
      tone: 'danger',
      durationMs: SHOWN_MS,
      action: { label: 'Log in for a new link', onPress: logIn },
    })
    drop()
  }, [failure, drop, logIn])
}
