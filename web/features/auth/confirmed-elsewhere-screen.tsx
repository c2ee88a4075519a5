import { isCheckout } from '#web/lib/account/chosen-plan.ts'
import { useMe } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormPage } from '#web/ui/form-page.tsx'

/**
 * The address was confirmed by another browser than the one that signed up, and the password given at
 * sign-up is discarded, for another person may have chosen it. A new one can be set at once.
 */
export function ConfirmedElsewhereScreen({
  next,
  onContinue,
}: {
  /** Where the visitor goes on to. */
  next: string | undefined
  onContinue(): void
}) {
  // Another account may have been signed in here.
  const email = useMe()?.user?.email
  return (
    <FormPage
      title="Your address is confirmed"
      intro={
        <p role="status">
          This is another browser than the one you signed up with. To be safe, your password has to
          be chosen again: we have sent you a link for that. You are signed in here meanwhile
          {email && (
            <>
              {' '}
              as <b className="wrap-anywhere font-semibold text-ink">{email}</b>
            </>
          )}
          .
        </p>
      }
    >
      <Button variant="primary" onClick={onContinue}>
        {isCheckout(next) ? 'Continue to checkout' : 'Continue'}
      </Button>
    </FormPage>
  )
}
