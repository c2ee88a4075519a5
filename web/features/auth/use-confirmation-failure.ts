import { useEffect, useRef } from 'react'
import { CONFIRMATION_FAILURES } from '#web/session/auth-messages.ts'
import type { ConfirmationFailure } from '#web/session/confirmation-failure.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** Longer than other toasts: it is the only sign that the address is still unconfirmed. */
const SHOWN_MS = 30_000

/**
 * Reports once that a mailed confirmation link failed. Signing in offers a new one.
 * @param drop removes the error from the address, so that a reload does not repeat it.
 */
export function useConfirmationFailure(
  failure: ConfirmationFailure | undefined,
  { drop, logIn }: { drop(): void; logIn(): void },
): void {
  const isShown = useRef(false)
  useEffect(() => {
    if (!failure || isShown.current) return
    isShown.current = true
    showToast({
      ...CONFIRMATION_FAILURES[failure],
      tone: 'danger',
      durationMs: SHOWN_MS,
      action: { label: 'Log in for a new link', onPress: logIn },
    })
    drop()
  }, [failure, drop, logIn])
}
