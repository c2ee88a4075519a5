import { KeyRound, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { deviceName } from '#api/contract/device-name.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { AuthError } from '#web/session/auth-client.ts'
import { withConfirmation } from '#web/session/confirm-identity.ts'
import {
  addPasskey,
  canUsePasskeys,
  deletePasskey,
  hasCodes,
  listPasskeys,
} from '#web/session/second-factor-client.ts'
import { secondFactorError } from '#web/session/second-factor-messages.ts'
import { refreshSession, useMe } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { FACTORS_FAILED } from './account-messages.ts'
import { CodeSetUpDialog, TurnOffCodesDialog } from './code-dialogs.tsx'
import { ReadFailed } from './read-failed.tsx'

async function readFactors() {
  const [passkeys, isAskedForCode] = await Promise.all([listPasskeys(), hasCodes()])
  return { passkeys, isAskedForCode }
}

/** Passkeys and authenticator codes, beside or in place of the password. */
export function SecondFactor() {
  const { value, failure, reload } = useRemote(readFactors)
  const me = useMe()
  const [asked, setAsked] = useState<'set_up' | 'turn_off' | null>(null)
  const { isBusy, run } = useAction(AuthError, (error) =>
    showToast({ title: secondFactorError(error), tone: 'danger' }),
  )

  /** Permissions differ with and without a second factor. */
  const handleChange = (done: string) => {
    showToast({ title: done, tone: 'ok' })
    setAsked(null)
    reload()
    void refreshSession()
  }

  const change = (send: () => Promise<void>, done: string) =>
    run(async () => {
      if (!(await withConfirmation(send))) return
      handleChange(done)
    })

  return (
    <section aria-label="Passkeys and codes">
      <h2 className="font-semibold text-md">Passkeys and codes</h2>
      <p className="mt-1 text-muted">
        A passkey signs you in by your finger, face or PIN. An authenticator app adds a code to your
        password. Whoever learns the password alone gets nowhere.
      </p>
      {me?.needsSecondFactor && (
        <p role="status" className="mt-3 rounded-sm bg-warn-wash px-3 py-2.5">
          <span className="font-medium text-warn">The administration is closed.</span> It opens once
          you have set one of these up, and have signed in with it.
        </p>
      )}
      {failure && <ReadFailed message={FACTORS_FAILED} onRetry={reload} />}
      {!value && !failure && <Skeleton className="mt-3 h-16" />}
      {value && (
        <ul className="mt-3 border-line border-t">
          {value.passkeys.map(({ id, name, createdAt }) => (
            <Item
              key={id}
              icon={KeyRound}
              title={name || 'Passkey'}
              hint={createdAt ? `Since ${formatDay(createdAt)}` : 'A passkey'}
            >
              <Button
                size="sm"
                aria-label={`Remove ${name || 'the passkey'}`}
                disabled={isBusy}
                onClick={() => change(() => deletePasskey(id), 'Passkey removed')}
              >
                Remove
              </Button>
            </Item>
          ))}
          <Item
            icon={Smartphone}
            title="Authenticator app"
            hint={value.isAskedForCode ? 'Asked for after the password' : 'Not set up'}
          >
            <Button
              size="sm"
              disabled={isBusy}
              onClick={() => setAsked(value.isAskedForCode ? 'turn_off' : 'set_up')}
            >
              {value.isAskedForCode ? 'Turn off' : 'Set up'}
            </Button>
          </Item>
        </ul>
      )}
      {canUsePasskeys() && (
        <Button
          className="mt-4"
          isBusy={isBusy}
          onClick={() => change(() => addPasskey(deviceName(navigator.userAgent)), 'Passkey added')}
        >
          Add a passkey
        </Button>
      )}
      {asked === 'set_up' && (
        <CodeSetUpDialog
          onClose={() => setAsked(null)}
          onSetUp={() => handleChange('Authenticator app set up')}
        />
      )}
      {asked === 'turn_off' && (
        <TurnOffCodesDialog
          onClose={() => setAsked(null)}
          onTurnedOff={() => handleChange('Codes turned off')}
        />
      )}
    </section>
  )
}

function Item({
  icon: Icon,
  title,
  hint,
  children,
}: {
  icon: typeof KeyRound
  title: string
  hint: string
  children: ReactNode
}) {
  return (
    <li className="flex min-h-16 items-center gap-4 border-line border-b py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{title}</p>
        <p className="text-muted text-sm">{hint}</p>
      </div>
      {children}
    </li>
  )
}
