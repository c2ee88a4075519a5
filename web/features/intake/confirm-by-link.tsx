import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#web/lib/api-client.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormPage } from '#web/ui/form-page.tsx'

interface Words {
  asking: { title: string; intro: string; button: string; working: string }
  done: { title: string; intro: string }
  failed: { title: string; tokenMissing: string; refused: string }
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

  async function confirm(given: string) {
    setState('working')
    try {
      await onConfirm(given)
      setState('done')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState('failed')
    }
  }

  if (!token || state === 'failed') {
    return (
      <FormPage
        title={failed.title}
        intro={<p role="alert">{token ? failed.refused : failed.tokenMissing}</p>}
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
      <div className="flex flex-wrap gap-2">
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
