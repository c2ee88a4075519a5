import { type FormEvent, useState } from 'react'

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
    }
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (!isBusy) void submit().then(() => focusFirstFault(form))
  }

  return { failure, isBusy, handleSubmit }
}

/** The first field that is not right may be out of sight; it exists once the errors are drawn. */
function focusFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
