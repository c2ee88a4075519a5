import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AuthError } from '#web/session/auth-client.ts'
import { canUsePasskeys, signInByPasskey } from '#web/session/second-factor-client.ts'
import { secondFactorError } from '#web/session/second-factor-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-page.tsx'

/** Signs in by a passkey of this device, without address and password. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const [isOffered, setIsOffered] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  // In an effect: the prerendered page cannot know what the browser supports.
  useEffect(() => setIsOffered(canUsePasskeys()), [])
  if (!isOffered) return null

  async function signIn() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await signInByPasskey()
      await onSignedIn()
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      setFailure(secondFactorError(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <Button isBusy={isBusy} onClick={() => void signIn()}>
        {!isBusy && <KeyRound aria-hidden />}
        Use a passkey
      </Button>
      {failure && <FormFailure>{failure}</FormFailure>}
    </>
  )
}
