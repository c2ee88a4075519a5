import { AppError } from '#sync/contract/errors.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** Runs a mutation on the user's rows; a toast says what forbids it. @returns whether it ran. */
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
