import { ApiError } from '#web/lib/api-client.ts'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { type AccountDeed, deedError } from './account-messages.ts'

/** An administrator's changes of an account, one at a time; a failed one is told. */
export function useDeed() {
  const { isBusy, run } = useAction(ApiError, (error, deed: AccountDeed) =>
    showToast({ ...deedError(error, deed), tone: 'danger' }),
  )
  return {
    isBusy,
    run: (deed: AccountDeed, change: () => Promise<unknown>) => run(change, deed),
  }
}
