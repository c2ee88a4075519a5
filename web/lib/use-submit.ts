import { type FormEvent, useEffect, useRef, useState } from 'react'

/**
 * A form that is sent at most once at a time. What was typed stays, whatever comes of it.
 * @param send returns the failure to show, or nothing where it succeeded.
 * @param fault what a failed call throws; anything else is thrown on.
 * @param describe puts a failed call into words.
 */
export function useSubmit<Fault extends Error>(
  send: () => Promise<string | undefined>,
  fault: abstract new (...args: never[]) => Fault,
  describe: (error: Fault) => string | undefined,
) {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [sent, setSent] = useState(0)
  const form = useRef<HTMLFormElement>(null)

  // The first field that is not right may be out of sight. It is marked once its error is drawn, which
  // the next frame does not wait for.
  useEffect(() => {
    if (sent > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [sent])

  async function submit() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      setFailure(await send())
    } catch (error) {
      if (!(error instanceof fault)) throw error
      setFailure(describe(error))
    } finally {
      setIsBusy(false)
      setSent((times) => times + 1)
    }
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    form.current = event.currentTarget
    if (!isBusy) void submit()
  }

  return { failure, isBusy, handleSubmit }
}
