import type { Sql } from '#db/client.ts'
import { compareOffsets, type Offset } from '#sync/contract/offset.ts'
import * as answer from './answers.ts'
import {
  MESSAGE_SEPARATOR,
  type MessageList,
  READ_BYTES,
  streamOf,
  wholeOf,
} from './message-list.ts'
import { AHEAD_MS, CACHING, LONG_POLL_MS, upToDate } from './protocol.ts'
import { RequestError } from './request-error.ts'
import type { Shape } from './shape.ts'
import { type LogRequest, parseLogRequest, parseShapeRequest } from './shape-request.ts'
import type { Shapes } from './shapes.ts'
import { eventStream } from './sse.ts'
import { readSubset } from './subset.ts'

interface ShapeApiOptions {
  sql: Sql
  shapes: Shapes
  isDeleteAllowed: boolean
  refusesUnknownOffsets: boolean
  /** Clients can read every commit before this place. */
  lastSeenLsn(): bigint
  /**
   * Called when a change is about to be sent to a request that waited for it.
   * @param ms since its commit
   */
  onDelivery(ms: number): void
}

/** Answers `/v1/shape`. */
export class ShapeApi {
  private isClosing = false

  constructor(private readonly options: ShapeApiOptions) {}

  async answer(request: Request): Promise<Response> {
    try {
      switch (request.method) {
        case 'GET':
        case 'POST':
          return await this.read(request)
        case 'HEAD': {
          const { status, headers, body } = await this.read(request)
          await body?.cancel()
          return new Response(null, { status, headers })
        }
        case 'DELETE':
          return unsafe(await this.delete(request))
        default:
          return answer.notFound()
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const refusal = answer.badRequest(error)
      return request.method === 'POST' || request.method === 'DELETE' ? unsafe(refusal) : refusal
    }
  }

  /** Answers the live requests held open. */
  close(): void {
    this.isClosing = true
    this.options.shapes.wake()
  }

  private async read(request: Request): Promise<Response> {
    const { shapes, sql } = this.options
    const wanted = await parseLogRequest(request)
    const current = shapes.get(await shapes.definitions.get(wanted))
    current.lastUsedAt = Date.now()
    const isKnown = wanted.handle === undefined || wanted.handle === current.handle
    if (!isKnown) return answer.mustRefetch(current)
    await current.ready
    if (wanted.subset) {
      // The place where the client's stream continues: taken before the rows are read, and never
      // past what it has.
      const place = placeOf(wanted.offset, current)
      return answer.subsetAnswer(
        current,
        place,
        await readSubset(sql, current.definition, wanted.subset),
      )
    }
    if (wanted.offset === 'now') return this.upToDateAnswer(current, wanted, current.end)
    const after = wanted.offset === '-1' ? undefined : wanted.offset
    if (after) await this.checkOffset(current, after, request.signal)
    if (after && wanted.isSse) return this.events(current, wanted, after, request.signal)
    if (after && wanted.isLive && !current.hasMore(after)) {
      await current.changed(request.signal, LONG_POLL_MS)
      // A request that did not wait may be of a device that was away.
      if (current.hasMore(after)) this.options.onDelivery(Date.now() - current.committedAt)
    }
    return this.log(current, wanted, after, request)
  }

  /** Messages after a place; the last part ends with `up-to-date`. */
  private async log(
    shape: Shape,
    wanted: LogRequest,
    after: Offset | undefined,
    request: Request,
  ): Promise<Response> {
    if (this.isClosing) return answer.errorAnswer(503, 'Closing.')
    // The LSN is taken before the read, because it must not exceed the changes sent.
    const seen = this.options.lastSeenLsn()
    const target = shape.end
    const part = await unlessDropped(shape, shape.read(after))
    if (shape.isDropped) return gone(shape)
    const end = part?.end ?? furthest(after, target)
    if (!part && wanted.isLive) return this.upToDateAnswer(shape, wanted, end)
    // The first response never says `up-to-date`, because caches keep it for long.
    const isUpToDate = after !== undefined && compareOffsets(end, target) >= 0
    const headers = answer.logHeaders(shape, wanted, { end, isUpToDate, hasData: true })
    const isNotModified = request.headers
      .get('if-none-match')
      ?.split(/,\s*/)
      .includes(headers.etag ?? '')
    if (isNotModified) return answer.emptyAnswer(304, headers)
    const body = await unlessDropped(shape, bodyOf(part, isUpToDate ? upToDate(seen) : undefined))
    if (body === undefined) return gone(shape)
    const isWhole = body instanceof Uint8Array
    return new Response(body, {
      headers: { ...headers, ...(isWhole && { 'content-length': String(body.length) }) },
    })
  }

  private events(shape: Shape, wanted: LogRequest, after: Offset, signal: AbortSignal): Response {
    const extent = { end: after, isUpToDate: false, hasData: true }
    const headers = answer.logHeaders(shape, wanted, extent)
    const isClosing = () => this.isClosing
    return new Response(eventStream({ shape, after, signal, isClosing }), { headers })
  }

  private upToDateAnswer(shape: Shape, wanted: LogRequest, end: Offset): Response {
    const extent = { end, isUpToDate: true, hasData: false }
    const headers = answer.logHeaders(shape, wanted, extent)
    return new Response(`[${upToDate(this.options.lastSeenLsn())}]`, { headers })
  }

  private async delete(request: Request): Promise<Response> {
    const { shapes, isDeleteAllowed } = this.options
    if (!isDeleteAllowed) return answer.errorAnswer(405, 'DELETE not allowed')
    const { searchParams } = new URL(request.url)
    const handle = searchParams.get('handle')
    if (!searchParams.has('table') && handle === null) {
      throw new RequestError('handle', "can't be blank when shape definition is missing")
    }
    const shape = searchParams.has('table')
      ? shapes.find(await shapes.definitions.get(parseShapeRequest(request)))
      : shapes.byHandle(handle ?? '')
    if (!shape) return answer.errorAnswer(404, 'No existing shape found')
    if (handle !== null && handle !== shape.handle) {
      return answer.errorAnswer(400, 'The handle is not of a shape of this definition.')
    }
    shapes.drop(shape)
    return answer.emptyAnswer(202)
  }

  /**
   * A client may be ahead of a restarted server for a moment; one that stays ahead has changes that
   * a server restored to an earlier state lacks.
   */
  private async checkOffset(shape: Shape, offset: Offset, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + AHEAD_MS
    const isAhead = () => compareOffsets(offset, shape.end) > 0
    while (isAhead() && Date.now() < deadline && !this.isClosing && !signal.aborted) {
      if (shape.isDropped) return
      await shape.changed(signal, deadline - Date.now())
    }
    const isRefused = () => this.options.refusesUnknownOffsets
    const isKnown = !isRefused() || (await unlessDropped(shape, shape.hasOffset(offset))) !== false
    if (!shape.isDropped && (isAhead() || !isKnown)) {
      throw new RequestError('offset', 'out of bounds for this shape')
    }
  }
}

function placeOf(offset: LogRequest['offset'], shape: Shape): Offset {
  if (offset === 'now') return shape.end
  return offset === '-1' ? { lsn: 0n, op: 0 } : offset
}

function furthest(a: Offset | undefined, b: Offset): Offset {
  return a && compareOffsets(a, b) > 0 ? a : b
}

/** The response if the shape was dropped while it was read: the next request creates a new one. */
function gone(shape: Shape): Response {
  return shape.isReleased ? answer.errorAnswer(503, 'Starting.') : answer.mustRefetch()
}

/** Marks the response to a method that may not be cached. */
function unsafe(response: Response): Response {
  response.headers.set('cache-control', CACHING.unsafe)
  return response
}

/** Ignores the error of a read whose shape was dropped, with its files, meanwhile. */
async function unlessDropped<Found>(shape: Shape, found: Promise<Found>) {
  return found.catch((error) => {
    if (shape.isDropped) return undefined
    throw error
  })
}

/** Messages and a last one as a JSON list; a long list is read while it is sent. */
async function bodyOf(
  list: MessageList | undefined,
  last: string | undefined,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const pieces = listPieces(list, last)
  return list && list.bytes > READ_BYTES ? streamOf(pieces) : wholeOf(pieces)
}

async function* listPieces(list: MessageList | undefined, last: string | undefined) {
  yield Buffer.from('[')
  if (list) yield* list.pieces()
  if (list && last !== undefined) yield MESSAGE_SEPARATOR
  if (last !== undefined) yield Buffer.from(last)
  yield Buffer.from(']')
}
