import { Link } from '@tanstack/react-router'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { AuthError, resendVerification } from '#web/session/auth-client.ts'
import { NO_EMAIL_TO_RESEND, RESEND_FAILED } from '#web/session/auth-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { showToast } from '#web/ui/toast-store.ts'

/** `/check-email-confirmation`: the mail is on its way. `email` is missing after a direct visit. */
export function CheckEmailScreen({
  email,
  next,
}: {
  email: string | undefined
  /** Where the mailed link, or a login, leads. */
  next: string | undefined
}) {
  const { isBusy, run } = useAction(AuthError, () =>
    showToast({ title: RESEND_FAILED, tone: 'danger' }),
  )

  function handleResend() {
    if (!email) return showToast({ title: NO_EMAIL_TO_RESEND, tone: 'danger' })
    run(async () => {
      await resendVerification(email, next)
      showToast({ title: 'Email sent', description: `To ${email}.`, tone: 'ok' })
    })
  }

  return (
    <FormPage
      title="Check your email"
      intro={
        <p>
          {email ? (
            <>
              We sent a link to <b className="font-semibold text-ink">{email}</b>.
            </>
          ) : (
            'After a sign-up we mail you a link.'
          )}{' '}
          Open it in this browser to confirm the address; in another one you are asked to set a new
          password. It may take a minute and may hide among spam.
          {!email && ' Log in to have a new one sent.'}
        </p>
      }
      elsewhere={
        <>
          Confirmed already?{' '}
          <Link to="/login" state={{ from: next }}>
            Log in
          </Link>
        </>
      }
    >
      <Button isBusy={isBusy} onClick={handleResend}>
        Resend verification email
      </Button>
    </FormPage>
  )
}
