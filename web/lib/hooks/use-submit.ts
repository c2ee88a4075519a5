import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSingleRun } from './use-single-run.ts'

/**
 * A form with at most one submission under way. The input stays, whatever the outcome.
 * @param send returns the failure to show, or nothing on success.
 * @param fault the class of a failed call; any other error is thrown; without a class every error.
 * @param describe turns a failed call into a message.
 */
export function useSubmit<Fault extends Error>(
  send: () => Promise<string | undefined>,
  fault?: abstract new (...args: never[]) => Fault,
  describe?: (error: Fault) => string | undefined,
) {
  const [failure, setFailure] = useState<string>()
  const { isBusy, run } = useSingleRun()
  const [sent, setSent] = useState(0)
  const form = useRef<HTMLFormElement>(null)

  // The first invalid field may be out of sight. It is marked only once its error is rendered, which the
  // next frame does not wait for.
  useEffect(() => {
    if (sent === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A button that is disabled meanwhile loses the focus.
    const hasLost = document.activeElement === document.body
    const target = field ?? (hasLost ? form.current?.querySelector('button[type=submit]') : null)
    if (target instanceof HTMLElement) target.focus()
  }, [sent])

  async function submit() {
    setFailure(undefined)
    try {
      setFailure(await send())
    } catch (error) {
      if (!fault || !(error instanceof fault)) throw error
      setFailure(describe?.(error))
    } finally {
      setSent((times) => times + 1)
    }
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    form.current = event.currentTarget
    run(submit)
  }

  return { failure, isBusy, handleSubmit, clearFailure: () => setFailure(undefined) }
}
