import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { AuthError } from '#web/session/auth-client.ts'
import { PASSWORD_REQUIRED } from '#web/session/auth-messages.ts'
import { withConfirmation } from '#web/session/confirm-identity.ts'
import {
  type CodeSetUp,
  enterCode,
  setUpCodes,
  turnOffCodes,
} from '#web/session/second-factor-client.ts'
import {
  CODE_REQUIRED,
  CODES_NOT_COPIED,
  secondFactorError,
} from '#web/session/second-factor-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'

/** Sets up an authenticator app: the password, then the secret, then a code that proves it. */
export function CodeSetUpDialog({ onClose, onSetUp }: { onClose(): void; onSetUp(): void }) {
  const [setUp, setSetUp] = useState<CodeSetUp>()
  return setUp ? (
    // A key of its own: the text typed as the password must not appear as the code.
    <OneFieldDialog
      key="code"
      title="Set up your authenticator app"
      description="Scan the picture with the app, then enter the code it shows."
      label="Code"
      confirmLabel="Finish"
      missing={CODE_REQUIRED}
      isCode
      onClose={onClose}
      onSubmit={async (code) => {
        await enterCode(code.replace(/\s/g, ''))
        onSetUp()
      }}
    >
      <Secret setUp={setUp} />
    </OneFieldDialog>
  ) : (
    <OneFieldDialog
      key="password"
      title="Set up an authenticator app"
      description="First, your password."
      label="Password"
      confirmLabel="Continue"
      missing={PASSWORD_REQUIRED}
      onClose={onClose}
      onSubmit={async (password) => {
        const made = await withConfirmation(() => setUpCodes(password))
        if (made) setSetUp(made.answer)
      }}
    />
  )
}

export function TurnOffCodesDialog({
  onClose,
  onTurnedOff,
}: {
  onClose(): void
  onTurnedOff(): void
}) {
  return (
    <OneFieldDialog
      title="Turn codes off?"
      description="From then on your password alone signs you in."
      label="Password"
      confirmLabel="Turn off"
      missing={PASSWORD_REQUIRED}
      onClose={onClose}
      onSubmit={async (password) => {
        if (await withConfirmation(() => turnOffCodes(password))) onTurnedOff()
      }}
    />
  )
}

function OneFieldDialog({
  title,
  description,
  label,
  confirmLabel,
  missing,
  isCode = false,
  children,
  onClose,
  onSubmit,
}: {
  title: string
  description: string
  label: string
  confirmLabel: string
  /** The error for an empty field. */
  missing: string
  isCode?: boolean
  children?: ReactNode
  onClose(): void
  /** Throws AuthError where it failed. */
  onSubmit(value: string): Promise<void>
}) {
  const [value, setValue] = useState('')
  const { failure, isBusy, handleSubmit } = useSubmit(send, AuthError, secondFactorError)

  async function send() {
    if (value.trim() === '') return missing
    await onSubmit(value)
    return undefined
  }

  const field = {
    label,
    required: true,
    value,
    ...(failure === undefined ? {} : { error: failure }),
    onChange: (event: { target: { value: string } }) => setValue(event.target.value),
  }
  return (
    <FormDialog
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={handleSubmit}
    >
      {children}
      {isCode ? (
        <TextField inputMode="numeric" autoComplete="one-time-code" {...field} />
      ) : (
        <PasswordField autoComplete="current-password" {...field} />
      )}
    </FormDialog>
  )
}

/** The secret as QR code, link and text, and the backup codes: shown once. */
function Secret({ setUp: { totpURI, backupCodes } }: { setUp: CodeSetUp }) {
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(backupCodes.join('\n'))
      showToast({ title: 'Codes copied', tone: 'ok' })
    } catch {
      showToast({ ...CODES_NOT_COPIED, tone: 'danger' })
    }
  }

  return (
    <>
      <QrCode label="QR code of the secret" text={totpURI} />
      <p>
        On the device that has the app,{' '}
        <a href={totpURI} className="font-medium text-accent hover:underline">
          open it there
        </a>
        , or type this in:{' '}
        <code className="wrap-anywhere select-all font-mono text-sm">{secret}</code>
      </p>
      <section aria-label="Codes to keep">
        <div className="flex items-center justify-between gap-2">
          <h3 className="font-medium text-sm">Codes to keep</h3>
          <Button size="sm" onClick={() => void handleCopy()}>
            <Copy aria-hidden />
            Copy codes
          </Button>
        </div>
        <p className="mt-1 text-muted text-sm">
          Each signs you in once, should you lose the app. They are shown this one time.
        </p>
        <ul className="mt-2 grid grid-cols-2 gap-x-4 font-mono text-sm">
          {backupCodes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
