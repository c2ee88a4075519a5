import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { AuthError } from '#web/session/auth-client.ts'
import { canUsePasskeys, signInByPasskey } from '#web/session/second-factor-client.ts'
import { secondFactorError } from '#web/session/second-factor-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-page.tsx'

/** Signs in by a passkey of this device, without address and password. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const [isOffered, setIsOffered] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { isBusy, run } = useAction(AuthError, (error) => setFailure(secondFactorError(error)))

  // In an effect: the prerendered page cannot know what the browser supports.
  useEffect(() => setIsOffered(canUsePasskeys()), [])
  if (!isOffered) return null

  async function signIn() {
    setFailure(undefined)
    await signInByPasskey()
    await onSignedIn()
  }

  return (
    <>
      <Button isBusy={isBusy} onClick={() => run(signIn)}>
        {!isBusy && <KeyRound aria-hidden />}
        Use a passkey
      </Button>
      {failure && <FormFailure>{failure}</FormFailure>}
    </>
  )
}
