import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmByLink } from './confirm-by-link.tsx'
import { confirmRemoval } from './intake-client.ts'
import { REMOVAL_STANDS, REMOVAL_TOKEN_MISSING, REMOVAL_UNCONFIRMED } from './intake-messages.ts'

const WORDS = {
  asking: {
    title: 'Confirm the removal',
    intro:
      'Everybody listed under your email address leaves the search and every list, for good. It cannot be undone here.',
    button: 'Remove my information',
    working: 'Removing your information',
  },
  done: {
    title: 'Information Successfully Removed',
    intro:
      'You are in the search and in our users’ lists no more, and no later import brings you back. A file that somebody exported before is out of our reach.',
  },
  failed: {
    title: 'Your information was not removed',
    tokenMissing: REMOVAL_TOKEN_MISSING,
    refused: REMOVAL_UNCONFIRMED,
    stands: REMOVAL_STANDS,
  },
}

/** `/confirm-removal`, the target of the mailed link. */
export function ConfirmRemovalScreen({ token }: { token: string | undefined }) {
  return (
    <ConfirmByLink
      token={token}
      words={WORDS}
      variant="danger"
      onConfirm={confirmRemoval}
      retry={
        <Link to="/remove-info" className={buttonClass({ variant: 'primary' })}>
          Try Again
        </Link>
      }
    />
  )
}
