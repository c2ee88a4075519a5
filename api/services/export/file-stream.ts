import type { Logger } from 'pino'

/**
 * A file as a streamed response body. A stream that fails after its first bytes is cut off, which
 * the client notices, and is logged here: no error handler runs any longer.
 * @param work aborted at once when the client disconnects; `return()` on the generator would take
 *   effect only after the step it awaits
 */
export function fileStream(
  pieces: AsyncGenerator<Uint8Array>,
  log: Pick<Logger, 'error'>,
  work = new AbortController(),
): ReadableStream<Uint8Array> {
  let isCancelled = false
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (err) {
        if (!isCancelled) log.error({ err }, 'A file was cut off')
        // Privacy: the error itself is not passed on, because the HTTP server prints it.
        throw new Error('The file was cut off.')
      }
    },
    async cancel() {
      isCancelled = true
      work.abort()
      await pieces.return(undefined)
    },
  })
}
