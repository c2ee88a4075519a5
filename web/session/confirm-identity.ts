import { proxy } from 'valtio'
import { ApiError } from '#web/lib/api-client.ts'

/** The open question for the user's password or passkey. `settle` is told whether the user confirmed. */
export const identityQuestion = proxy<{ settle: ((isConfirmed: boolean) => void) | null }>({
  settle: null,
})

/**
 * Makes a call that cannot be undone. Where the server requires a fresh confirmation, asks for the
 * password or passkey and makes the call again.
 * @returns the answer; undefined where the user cancelled.
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
  const isConfirmed = await askForConfirmation()
  return isConfirmed ? { answer: await make() } : undefined
}

function askForConfirmation(): Promise<boolean> {
  return new Promise((resolve) => {
    identityQuestion.settle?.(false)
    identityQuestion.settle = (isConfirmed) => {
      identityQuestion.settle = null
      resolve(isConfirmed)
    }
  })
}

function isConfirmationRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'confirmation_required'
}
