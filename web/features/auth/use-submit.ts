import { type FormEvent, useState } from 'react'
import { AuthError } from '../../lib/auth-client.ts'

/**
 * A form that is sent at most once at a time. What was typed stays, whatever comes of it.
 * @param send returns the failure to show, or nothing where it succeeded.
 * @param describe puts a failed call into words.
 */
export function useSubmit(
  send: () => Promise<string | undefined>,
  describe: (error: AuthError) => string,
) {
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      setFailure(await send())
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      setFailure(describe(error))
    } finally {
      setIsBusy(false)
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) void submit()
  }

  return { failure, isBusy, handleSubmit }
}
