/**
 * A file as a streamed response body.
 * @param work aborted at once when the client goes. `return()` on the generator would take effect
 * only after the step it awaits.
 */
export function fileStream(
  pieces: AsyncGenerator<Uint8Array>,
  work: AbortController,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      work.abort()
      await pieces.return(undefined)
    },
  })
}
