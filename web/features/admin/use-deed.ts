import { useSingleRun } from '#web/lib/use-single-run.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { type AccountDeed, asApiError, deedError } from './admin-account-messages.ts'

/** An administrator's changes of an account, one at a time; a failed one is told. */
export function useDeed() {
  const { isBusy, run } = useSingleRun()

  async function attempt(deed: AccountDeed, change: () => Promise<unknown>) {
    try {
      await change()
    } catch (error) {
      showToast({ ...deedError(asApiError(error), deed), tone: 'danger' })
    }
  }

  return {
    isBusy,
    run: (deed: AccountDeed, change: () => Promise<unknown>) => run(() => attempt(deed, change)),
  }
}
