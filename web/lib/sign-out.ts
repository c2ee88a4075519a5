import { showToast } from '../ui/toast-store.ts'
import { AuthError, signOut } from './auth-client.ts'
import { SIGN_OUT_FAILED } from './auth-messages.ts'
import { forgetSession } from './session.ts'

/**
 * Ends the session and wipes what the device kept of it. A failure says so and leaves everything as
 * it was.
 * @param leave goes to a screen that is open to everybody, before the guard of this one asks who is
 *   here.
 */
export async function endSession(leave: () => Promise<void>): Promise<void> {
  try {
    await signOut()
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    showToast({ title: SIGN_OUT_FAILED, tone: 'danger' })
    return
  }
  await leave()
  await forgetSession()
}
