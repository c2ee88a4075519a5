import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api-client.ts'
import { confirmRemoval } from '../../lib/intake-client.ts'
import { REMOVAL_TOKEN_MISSING, REMOVAL_UNCONFIRMED } from '../../lib/intake-messages.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormPage } from '../../ui/form-page.tsx'

/**
 * `/confirm-removal`, reached by the mailed link. It acts on a click alone: mail scanners open links.
 */
export function ConfirmRemovalScreen({ token }: { token: string | undefined }) {
  const [state, setState] = useState<'asking' | 'working' | 'removed' | 'failed'>('asking')

  async function confirm(given: string) {
    setState('working')
    try {
      await confirmRemoval(given)
      setState('removed')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState('failed')
    }
  }

  if (!token || state === 'failed') {
    return (
      <FormPage
        title="Your information was not removed"
        intro={<p role="alert">{token ? REMOVAL_UNCONFIRMED : REMOVAL_TOKEN_MISSING}</p>}
      >
        <div className="flex flex-wrap gap-2">
          <Link to="/remove-info" className={buttonClass({ variant: 'primary' })}>
            Try Again
          </Link>
          <HomeLink />
        </div>
      </FormPage>
    )
  }
  if (state === 'removed') {
    return (
      <FormPage
        title="Information Successfully Removed"
        intro={
          <p role="status">
            You are in the search and in our users’ lists no more, and no later import brings you
            back. A file that somebody exported before is out of our reach.
          </p>
        }
      >
        <HomeLink />
      </FormPage>
    )
  }
  const isWorking = state === 'working'
  return (
    <FormPage
      title="Confirm the removal"
      intro={
        <p>
          Everybody listed under your e-mail address leaves the search and every list, for good. It
          cannot be undone here.
        </p>
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" isBusy={isWorking} onClick={() => void confirm(token)}>
          {isWorking ? 'Removing your information…' : 'Remove my information'}
        </Button>
        {!isWorking && <HomeLink />}
      </div>
      <p role="status" className="sr-only">
        {isWorking && 'Removing your information'}
      </p>
    </FormPage>
  )
}

function HomeLink() {
  return (
    <Link to="/" className={buttonClass()}>
      Return to Homepage
    </Link>
  )
}
