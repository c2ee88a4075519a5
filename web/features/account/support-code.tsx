import { deviceName } from '#api/contract/device-name.ts'
import type { SupportCode as Code } from '#api/contract/support.ts'
import type { SyncReport } from '#db/schema/support-codes.ts'
import {
  endSupportCode,
  fetchSupportCode,
  makeSupportCode,
} from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { formatClock } from '#web/lib/format-time.ts'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { usePoll } from '#web/lib/hooks/use-poll.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { isReadyOffline, replicaStore } from '#web/replica/replica.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { SUPPORT_CODE_FAILED } from './account-messages.ts'

/** How often a code is read again while it is shown: support opens it during the call. */
const FOLLOW_MS = 5_000

/** Six digits that show support the account's counts and sync report, and nothing else. */
export function SupportCode() {
  const { value, failure, reload } = useRemote(fetchSupportCode)
  const { isBusy, run } = useAction(ApiError, () =>
    showToast({ ...SUPPORT_CODE_FAILED, tone: 'danger' }),
  )

  usePoll(reload, value?.code ? FOLLOW_MS : undefined)

  const change = (send: () => Promise<unknown>) =>
    run(async () => {
      await send()
      reload()
    })

  return (
    <section aria-label="Support code">
      <h2 className="font-semibold text-md">Support code</h2>
      <p className="mt-1 text-muted">
        Read it out to our support. For 30 minutes they see how many lists, searches and templates
        you have and how this device synchronises: never what is in them. Nobody ever signs in as
        you.
      </p>
      {!value && !failure && <Skeleton className="mt-4 h-10 w-40" />}
      {value?.code && <Shown code={value.code} />}
      {(value || failure) && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button isBusy={isBusy} onClick={() => change(() => makeSupportCode(syncReport()))}>
            {value?.code ? 'Make a new code' : 'Show a support code'}
          </Button>
          {value?.code && (
            <Button variant="ghost" disabled={isBusy} onClick={() => change(endSupportCode)}>
              End it
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function Shown({ code: { code, expires_at, is_opened } }: { code: Code }) {
  return (
    <div role="status" className="mt-4">
      <p className="font-mono text-2xl tracking-widest">
        {code.slice(0, 3)} {code.slice(3)}
      </p>
      <p className="text-muted text-sm">
        Until {formatClock(expires_at)}. {is_opened ? 'Support is looking.' : 'Not used yet.'}
      </p>
    </div>
  )
}

/** This device's sync report. */
function syncReport(): SyncReport {
  const { status } = replicaStore
  return {
    state: status?.state ?? 'not open',
    is_complete: status?.isComplete ?? false,
    pending: status?.pending ?? 0,
    rejected: status?.rejected ?? 0,
    need: status?.need ?? null,
    is_paused: status?.isPaused ?? false,
    unknown_messages: status?.unknownMessages ?? 0,
    is_ready_offline: isReadyOffline(replicaStore),
    browser: deviceName(navigator.userAgent),
  }
}
