import { proxy } from 'valtio'
import { ApiError } from '#web/lib/api-client.ts'

/**
 * Whether somebody is being asked who they are. `settle` is told whether they showed it.
 */
export const identityQuestion = proxy<{ settle: ((isConfirmed: boolean) => void) | null }>({
  settle: null,
})

/**
 * Makes a call that cannot be undone; where the server wants to know again who asks, asks for the
 * password or passkey and makes it once more.
 * @returns the answer; undefined where they would not say.
 * @throws ApiError as the call does.
 */
export async function withConfirmation<Answer>(
  make: () => Promise<Answer>,
): Promise<{ answer: Answer } | undefined> {
  try {
    return { answer: await make() }
  } catch (error) {
    if (!isConfirmationRequired(error)) throw error
  }
  const isConfirmed = await askWhoTheyAre()
  return isConfirmed ? { answer: await make() } : undefined
}

function askWhoTheyAre(): Promise<boolean> {
  return new Promise((resolve) => {
    identityQuestion.settle?.(false)
    identityQuestion.settle = (isConfirmed) => {
      identityQuestion.settle = null
      resolve(isConfirmed)
    }
  })
}

/** Of our own calls, and of the authentication library's. */
function isConfirmationRequired(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'confirmation_required'
  return (error as { code?: unknown } | null)?.code === 'confirmation_required'
}
