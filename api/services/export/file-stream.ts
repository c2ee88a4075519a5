/**
 * A file as the body of an answer, written as it is read.
 * @param work aborted at once when the reader goes away. The writer could not be told: it is asked
 * to return only when it has done what it waits for.
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
