import { MonitorSmartphone } from 'lucide-react'
import { useRef } from 'react'
import { deviceName } from '#api/contract/device-name.ts'
import { formatAge, formatMoment } from '#web/lib/format-time.ts'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import {
  AuthError,
  currentSessionToken,
  type DeviceSession,
  listSessions,
  revokeSession,
} from '#web/session/auth-client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { REVOKE_FAILED, SESSIONS_FAILED } from './account-messages.ts'
import { DeleteAccount } from './delete-account.tsx'
import { ReadFailed } from './read-failed.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SupportCode } from './support-code.tsx'
import { YourData } from './take-out/your-data.tsx'

/** Devices, the way out with all data and back in, and the account's deletion. */
export function SecurityTab({ isDemo, onDeleted }: { isDemo: boolean; onDeleted(): void }) {
  return (
    <div className="flex max-w-160 flex-col gap-10 pt-2">
      <Devices />
      {!isDemo && <SecondFactor />}
      {!isDemo && <SupportCode />}
      <YourData />
      {!isDemo && <DeleteAccount onDeleted={onDeleted} />}
    </div>
  )
}

async function readDevices() {
  const [sessions, current] = await Promise.all([listSessions(), currentSessionToken()])
  return { sessions: inOrder(sessions, current), current }
}

/** This device first, then from the latest sign-in to the earliest. */
export function inOrder(sessions: readonly DeviceSession[], current: string | null) {
  const rank = ({ token, createdAt }: DeviceSession) =>
    token === current ? Number.POSITIVE_INFINITY : Date.parse(createdAt)
  return sessions.toSorted((one, other) => (rank(one) < rank(other) ? 1 : -1))
}

function Devices() {
  const { value, failure, reload } = useRemote(readDevices)
  const section = useRef<HTMLElement>(null)

  function handleRevoked(name: string) {
    showToast({ title: 'Device signed out', description: `${name}.`, tone: 'ok' })
    // The button that has the focus goes with its row.
    section.current?.focus()
    reload()
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Signed-in devices"
      className="rounded-md outline-none"
    >
      <h2 className="font-semibold text-md">Signed-in devices</h2>
      {failure && <ReadFailed message={SESSIONS_FAILED} onRetry={reload} />}
      {!value && !failure && <Skeleton className="mt-2 h-16" />}
      {value && (
        <ul className="mt-2 border-line border-t">
          {value.sessions.map((session) => (
            <Device
              key={session.id}
              session={session}
              isThis={session.token === value.current}
              onRevoked={handleRevoked}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Device({
  session,
  isThis,
  onRevoked,
}: {
  session: DeviceSession
  isThis: boolean
  /** @param name as the row says it. */
  onRevoked(name: string): void
}) {
  const { isBusy, run } = useAction(AuthError, () =>
    showToast({ ...REVOKE_FAILED, tone: 'danger' }),
  )
  const name = deviceName(session.userAgent)
  const signedIn = `Signed in ${formatMoment(session.createdAt)}${session.ipAddress ? ` from ${session.ipAddress}` : ''}`

  async function revoke() {
    await revokeSession(session.token)
    onRevoked(name)
  }

  return (
    <li className="flex min-h-16 items-center gap-4 border-line border-b py-3">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-medium">{name}</span>
          {isThis && <Badge hue="pharmacist">This device</Badge>}
        </p>
        <p className="text-muted text-sm">{signedIn}</p>
        {!isThis && <p className="text-muted text-sm">Last used {formatAge(session.updatedAt)}</p>}
      </div>
      {!isThis && (
        <Button
          size="sm"
          isBusy={isBusy}
          aria-label={`Sign out ${name}, ${signedIn.toLowerCase()}`}
          onClick={() => run(revoke)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
