import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { AuthError } from '#web/session/auth-client.ts'
import { enterBackupCode, enterCode } from '#web/session/second-factor-client.ts'
import {
  CODE_REQUIRED,
  KEPT_CODE_REQUIRED,
  secondFactorError,
} from '#web/session/second-factor-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure, FormPage } from '#web/ui/form-page.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** The step after the password: an authenticator code, or a backup code. */
export function CodeStep({
  onSignedIn,
  onStartOver,
}: {
  onSignedIn(): Promise<void>
  onStartOver(): void
}) {
  const [isBackup, setIsBackup] = useState(false)
  return (
    <FormPage
      title="Enter your code"
      intro={
        isBackup
          ? 'One of the codes you kept when you set the app up. Each works once.'
          : 'Your authenticator app shows it.'
      }
      elsewhere={
        <>
          Neither the app nor a kept code? <Link to="/contact">Write to us</Link>
        </>
      }
    >
      {/* A form per kind: its field has the focus, and the failure of the other kind is gone. */}
      <CodeForm
        key={isBackup ? 'backup' : 'app'}
        isBackup={isBackup}
        onSignedIn={onSignedIn}
        onOtherKind={() => setIsBackup(!isBackup)}
        onStartOver={onStartOver}
      />
    </FormPage>
  )
}

function CodeForm({
  isBackup,
  onSignedIn,
  onOtherKind,
  onStartOver,
}: {
  isBackup: boolean
  onSignedIn(): Promise<void>
  onOtherKind(): void
  onStartOver(): void
}) {
  const [code, setCode] = useState('')
  const { failure, isBusy, handleSubmit } = useSubmit(send, AuthError, secondFactorError)

  async function send() {
    const typed = code.replace(/\s/g, '')
    if (typed === '') return isBackup ? KEPT_CODE_REQUIRED : CODE_REQUIRED
    await (isBackup ? enterBackupCode(typed) : enterCode(typed))
    await onSignedIn()
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      <TextField
        label={isBackup ? 'Kept code' : 'Code'}
        name="code"
        autoComplete="one-time-code"
        inputMode={isBackup ? 'text' : 'numeric'}
        autoCapitalize="none"
        autoFocus
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <FormFailure>{failure}</FormFailure>
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Log in
      </Button>
      <Button variant="ghost" onClick={onOtherKind}>
        {isBackup ? 'Use the app' : 'Use a code you kept'}
      </Button>
      <Button variant="ghost" onClick={onStartOver}>
        Start over
      </Button>
    </form>
  )
}
