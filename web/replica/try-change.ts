import { AppError } from '#sync/contract/errors.ts'
import { showToast } from '#web/ui/toast-store.ts'

/**
 * Makes a change to the user's rows; what forbids it is told in a toast.
 * @returns whether it was made.
 */
export async function tryChange(
  run: () => Promise<unknown>,
  wordsFor: (error: AppError) => { title: string; description?: string },
): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    showToast({ ...wordsFor(error), tone: 'danger' })
    return false
  }
}
