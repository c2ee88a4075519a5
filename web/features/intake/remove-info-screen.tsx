import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EMAIL_MAX } from '#db/schema/email-max.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { isEmailAddress } from '#web/lib/email-address.ts'
import { useSubmit } from '#web/lib/hooks/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { refusedFields, requestRemoval } from './intake-client.ts'
import { EMAIL_INVALID, REMOVAL_FAILED, sendingProblem } from './intake-messages.ts'

const ELSEWHERE = (
  <>
    How we treat what we hold of you: <Link to="/compliance">Data Compliance</Link>
  </>
)

/** `/remove-info`: the same text whether or not the address is listed. */
export function RemoveInfoScreen() {
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [isSent, setIsSent] = useState(false)
  const { failure, isBusy, handleSubmit } = useSubmit(send, ApiError, describe)

  async function send() {
    const address = email.trim()
    setError(isEmailAddress(address) ? undefined : EMAIL_INVALID)
    if (!isEmailAddress(address)) return undefined
    await requestRemoval(address)
    setIsSent(true)
    return undefined
  }

  function describe(fault: ApiError) {
    if (!refusedFields(fault).includes('email')) {
      return sendingProblem(fault, REMOVAL_FAILED.description)
    }
    setError(EMAIL_INVALID)
    return undefined
  }

  if (isSent) {
    return (
      <FormPage
        title="Verification Email Sent"
        intro={
          <p role="status">
            We sent a link to <b className="break-words font-semibold text-ink">{email.trim()}</b>.
            Open it within 7 days and confirm the removal there. It may take a minute and may hide
            among spam.
          </p>
        }
        elsewhere={ELSEWHERE}
      >
        {/* The focus stays where the form was sent. */}
        <Button autoFocus onClick={() => setIsSent(false)}>
          Use another address
        </Button>
      </FormPage>
    )
  }
  return (
    <FormPage
      title="Remove My Information"
      intro={
        <p>
          Enter the email address you are listed under. We send a link there to make sure that it is
          you. Once you confirm, you leave the search and every list, and are not listed again.
        </p>
      }
      elsewhere={ELSEWHERE}
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          maxLength={EMAIL_MAX}
          required
          // The user has come back from the sent form.
          autoFocus={email !== ''}
          value={email}
          // The next screen names the address that the link went to.
          readOnly={isBusy}
          error={error}
          onChange={(event) => setEmail(event.target.value)}
        />
        {failure && <ErrorPanel title={REMOVAL_FAILED.title}>{failure}</ErrorPanel>}
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Send the link
        </Button>
      </form>
    </FormPage>
  )
}
