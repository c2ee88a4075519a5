import type { Offset } from './offset.ts'
import { SSE_KEEP_ALIVE_MS, SSE_MS, upToDate } from './protocol.ts'
import type { Shape } from './shape.ts'
import { MESSAGE_SEPARATOR } from './shape-log.ts'

interface EventStreamOptions {
  shape: Shape
  after: Offset
  lastSeenLsn(): bigint
  /** Aborted when the client has gone. */
  signal: AbortSignal
  isClosing(): boolean
}

/** A live answer as server-sent events: each message one event, until its time is over. */
export function eventStream({
  shape,
  after,
  lastSeenLsn,
  signal,
  isClosing,
}: EventStreamOptions): ReadableStream<Uint8Array> {
  const endsAt = Date.now() + SSE_MS
  let place = after
  let isCancelled = false

  async function* events(): AsyncGenerator<string> {
    const isOver = () => isCancelled || signal.aborted || isClosing() || Date.now() >= endsAt
    while (!isOver() && !shape.isDropped) {
      const seen = lastSeenLsn()
      const part = await shape.read(place)
      if (part) {
        place = part.end
        yield* part.body.toString().split(MESSAGE_SEPARATOR)
      } else {
        // Also without news: it tells how far the database has been followed.
        yield upToDate(seen)
        await shape.changed(signal, Math.min(SSE_KEEP_ALIVE_MS, endsAt - Date.now()))
      }
    }
    // After it ends the client asks again, and hears of a shape that was dropped.
  }

  const source = events()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(`data: ${value}\n\n`))
    },
    cancel() {
      isCancelled = true
    },
  })
}
