import type { Offset } from '#sync/contract/offset.ts'
import { READ_BYTES, splitMessages, streamOf, wholeOf } from './message-list.ts'
import { SSE_KEEP_ALIVE_MS, SSE_MS, upToDate } from './protocol.ts'
import type { Shape } from './shape.ts'

interface EventStreamOptions {
  shape: Shape
  after: Offset
  /** Aborted when the client has gone. */
  signal: AbortSignal
  isClosing(): boolean
}

/**
 * A live answer as server-sent events: each message one event, until its time is over. After it ends
 * the client asks again, and hears of a shape that was dropped.
 */
export function eventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  return streamOf(events(options))
}

async function* events({
  shape,
  after,
  signal,
  isClosing,
}: EventStreamOptions): AsyncGenerator<Buffer> {
  const endsAt = Date.now() + SSE_MS
  const isOver = () => signal.aborted || isClosing() || Date.now() >= endsAt || shape.isDropped
  let place = after
  while (!isOver()) {
    const part = await shape.read(place, READ_BYTES)
    if (part) {
      place = part.end
      for (const message of splitMessages(await wholeOf(part.pieces()))) yield event(message)
      // Clients continue from this LSN, so it must be one of this shape, and no later one.
      if (!shape.hasMore(place)) yield event(upToDate(place.lsn))
      continue
    }
    const pause = Math.min(SSE_KEEP_ALIVE_MS, endsAt - Date.now())
    const hasChanged = await shape.changed(signal, pause)
    // A proxy ends a connection that is silent for long.
    if (!hasChanged && !isOver()) yield Buffer.from(': keep-alive\n\n')
  }
}

function event(message: string): Buffer {
  return Buffer.from(`data: ${message}\n\n`)
}
