import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmByLink } from './confirm-by-link.tsx'
import { confirmResume } from './intake-client.ts'
import { RESUME_STANDS, RESUME_TOKEN_MISSING, RESUME_UNCONFIRMED } from './intake-messages.ts'

const WORDS = {
  asking: {
    title: 'Confirm your resume',
    intro:
      'A resume was sent in with your email address. Confirm it only if you sent it: we look at it then, and once it is approved, recruiters find you in the search.',
    button: 'Confirm my resume',
    working: 'Confirming your resume',
  },
  done: {
    title: 'Your resume is confirmed',
    intro:
      'Thank you. An administrator looks at it; once it is approved, recruiters find you in the search.',
  },
  failed: {
    title: 'Your resume was not confirmed',
    tokenMissing: RESUME_TOKEN_MISSING,
    refused: RESUME_UNCONFIRMED,
    stands: RESUME_STANDS,
  },
}

/** `/confirm-submission`, the target of the mailed link. */
export function ConfirmSubmissionScreen({ token }: { token: string | undefined }) {
  return (
    <ConfirmByLink
      token={token}
      words={WORDS}
      variant="primary"
      onConfirm={confirmResume}
      retry={
        <Link to="/submit-resume" className={buttonClass({ variant: 'primary' })}>
          Submit your resume
        </Link>
      }
    />
  )
}
