import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/lib/api-client.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FormFailure, FormPage } from '#web/ui/form-page.tsx'
import { confirmationProblem } from './intake-messages.ts'

interface Words {
  asking: { title: string; intro: string; button: string; working: string }
  done: { title: string; intro: string }
  /** `stands` says what a link that was used before has done. */
  failed: { title: string; tokenMissing: string; refused: string; stands: string }
}

/**
 * The page of a mailed link. It acts on a click alone: mail scanners open links.
 * @param onConfirm uses up the token. Throws ApiError.
 * @param retry links to where to request another mail.
 */
export function ConfirmByLink({
  token,
  words: { asking, done, failed },
  variant,
  onConfirm,
  retry,
}: {
  token: string | undefined
  words: Words
  variant: 'primary' | 'danger'
  onConfirm(token: string): Promise<void>
  retry: ReactNode
}) {
  const [state, setState] = useState<'asking' | 'working' | 'done' | 'failed'>('asking')
  /** Why the last press had no effect, though the link may be good. */
  const [problem, setProblem] = useState<string>()

  async function confirm(given: string) {
    setState('working')
    setProblem(undefined)
    try {
      await onConfirm(given)
      setState('done')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const found = confirmationProblem(error)
      setProblem(found)
      setState(found ? 'asking' : 'failed')
    }
  }

  if (!token || state === 'failed') {
    return (
      <FormPage
        title={failed.title}
        intro={
          <>
            <p role="alert">{token ? failed.refused : failed.tokenMissing}</p>
            {token && <p className="mt-2">{failed.stands}</p>}
          </>
        }
      >
        <div className="flex flex-wrap gap-2">
          {retry}
          <HomeLink />
        </div>
      </FormPage>
    )
  }
  if (state === 'done') {
    return (
      <FormPage title={done.title} intro={<p role="status">{done.intro}</p>}>
        <HomeLink />
      </FormPage>
    )
  }
  const isWorking = state === 'working'
  return (
    <FormPage title={asking.title} intro={<p>{asking.intro}</p>}>
      <FormFailure>{problem}</FormFailure>
      <div className={classNames('flex flex-wrap gap-2', problem && 'mt-5')}>
        <Button variant={variant} isBusy={isWorking} onClick={() => void confirm(token)}>
          {isWorking ? `${asking.working}…` : asking.button}
        </Button>
        {!isWorking && <HomeLink />}
      </div>
      <p role="status" className="sr-only">
        {isWorking && asking.working}
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
