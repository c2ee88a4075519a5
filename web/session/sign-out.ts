import { clearBadge } from '#web/lib/app-badge.ts'
import { closeReplica } from '#web/replica/replica.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { AuthError, signOut } from './auth-client.ts'
import { SIGN_OUT_FAILED } from './auth-messages.ts'
import { rememberSignOut } from './pending-sign-out.ts'
import { finishWipes, rememberWipe } from './pending-wipe.ts'
import { actorOf, forgetSession, session } from './session.ts'
import { signOutQuestion } from './sign-out-question.ts'

/**
 * Ends the session and wipes its data from the device, offline too. Asks first where mutations are
 * unsent; a refused sign-out is reported and changes nothing.
 * @param leave goes to a public screen, before the route guard of this one asks who is signed in.
 */
export async function endSession(leave: () => Promise<void>): Promise<void> {
  const unsent = await countUnsentHere()
  if (unsent !== 0 && !(await confirmSignOut(unsent))) return
  try {
    await signOut()
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    if (error.reason !== 'UNREACHABLE' || !rememberSignOut()) {
      showToast({ title: SIGN_OUT_FAILED, tone: 'danger' })
      return
    }
  }
  await forgetAccount(leave)
}

/**
 * Wipes the account's data from this device, after a sign-out or its deletion. Data that cannot go now
 * goes at the next visit.
 */
export async function forgetAccount(leave: () => Promise<void>): Promise<void> {
  const { id } = actorOf(session.me)
  if (id !== null) rememberWipe(id)
  clearBadge()
  await leave()
  await closeReplica()
  await forgetSession()
  if (!(await finishWipes())) {
    showToast({
      title: 'Some data is still on this device',
      description: 'Close the other tabs of this site and reload this one: it goes then.',
      tone: 'danger',
    })
  }
}

/** Null where they cannot be counted. */
async function countUnsentHere(): Promise<number | null> {
  const { id } = actorOf(session.me)
  if (id === null) return 0
  try {
    const { countUnsent } = await import('#sync/client/disk/wipe.ts')
    return await countUnsent(id)
  } catch {
    return null
  }
}

function confirmSignOut(unsent: number | null): Promise<boolean> {
  return new Promise((resolve) => {
    signOutQuestion.unsent = unsent
    signOutQuestion.answer = (answer) => {
      signOutQuestion.answer = null
      resolve(answer)
    }
  })
}
