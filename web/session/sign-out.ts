import { proxy } from 'valtio'
import { closeReplica } from '#web/replica/replica.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { AuthError, signOut } from './auth-client.ts'
import { SIGN_OUT_FAILED } from './auth-messages.ts'
import { rememberSignOut } from './pending-sign-out.ts'
import { finishWipes, rememberWipe } from './pending-wipe.ts'
import { actorOf, forgetSession, session } from './session.ts'

/** Asked of somebody whose unsent work would be lost; the dialog lies over any screen. */
export const signOutQuestion = proxy<{
  /** How many changes; null where it cannot be told. */
  unsent: number | null
  answer: ((isSure: boolean) => void) | null
}>({
  unsent: 0,
  answer: null,
})

/**
 * Ends the session and wipes what the device kept of it, with no network too. Unsent work is asked
 * about first. A refusal says so and leaves everything as it was.
 * @param leave goes to a screen that is open to everybody, before the guard of this one asks who is
 *   here.
 */
export async function endSession(leave: () => Promise<void>): Promise<void> {
  const unsent = await countUnsentHere()
  if (unsent !== 0 && !(await isSure(unsent))) return
  try {
    await signOut()
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    if (error.code !== 'UNREACHABLE') {
      showToast({ title: SIGN_OUT_FAILED, tone: 'danger' })
      return
    }
    rememberSignOut()
  }
  await forgetAccount(leave)
}

/**
 * Takes everything of the account off this device: it is signed out, or deleted. What cannot go now
 * goes at the next visit.
 */
export async function forgetAccount(leave: () => Promise<void>): Promise<void> {
  const { id } = actorOf(session.me)
  if (id !== null) rememberWipe(id)
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

/** Null where it cannot be told. */
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

function isSure(unsent: number | null): Promise<boolean> {
  return new Promise((resolve) => {
    signOutQuestion.unsent = unsent
    signOutQuestion.answer = (answer) => {
      signOutQuestion.answer = null
      resolve(answer)
    }
  })
}
