import type { Sql } from '../../../db/client.ts'
import * as answer from './answers.ts'
import { compareOffsets, type Offset } from './offset.ts'
import { LONG_POLL_MS, upToDate } from './protocol.ts'
import { RequestError } from './request-error.ts'
import type { Shape } from './shape.ts'
import { joinMessages } from './shape-log.ts'
import { type LogRequest, parseLogRequest, parseShapeRequest } from './shape-request.ts'
import type { Shapes } from './shapes.ts'
import { eventStream } from './sse.ts'
import { readSubset } from './subset.ts'

interface ShapeApiOptions {
  sql: Sql
  shapes: Shapes
  isDeleteAllowed: boolean
  /** Every commit before it is where clients can have it. */
  lastSeenLsn(): bigint
}

/** `/v1/shape`: which shape, from where, and what of it. */
export class ShapeApi {
  readonly #options: ShapeApiOptions
  #isClosing = false

  constructor(options: ShapeApiOptions) {
    this.#options = options
  }

  async answer(request: Request): Promise<Response> {
    try {
      switch (request.method) {
        case 'GET':
        case 'POST':
          return await this.#read(request)
        case 'HEAD': {
          const { status, headers } = await this.#read(request)
          return new Response(null, { status, headers })
        }
        case 'DELETE':
          return await this.#delete(new URL(request.url).searchParams)
        default:
          return answer.errorAnswer(405, 'Not allowed.')
      }
    } catch (error) {
      if (error instanceof RequestError) return answer.badRequest(error)
      throw error
    }
  }

  /** Answers what is held open. */
  close(): void {
    this.#isClosing = true
    this.#options.shapes.wake()
  }

  async #read(request: Request): Promise<Response> {
    const { shapes, sql } = this.#options
    const wanted = await parseLogRequest(request)
    const current = shapes.get(await shapes.definitions.get(wanted))
    current.lastUsedAt = Date.now()
    const isKnown = wanted.handle === undefined || wanted.handle === current.handle
    if (!isKnown) return answer.mustRefetch(current)
    await current.ready
    if (wanted.subset) {
      // Where the client's stream goes on: before the rows are read, and never past what it has.
      const place = typeof wanted.offset === 'object' ? wanted.offset : this.#now()
      return answer.subsetAnswer(
        current,
        place,
        await readSubset(sql, current.definition, wanted.subset),
      )
    }
    await this.#checkOffset(current, wanted.offset)
    return wanted.isLive
      ? this.#live(current, wanted, request.signal)
      : this.#log(current, wanted, request)
  }

  /** What there is, at once. */
  async #log(shape: Shape, wanted: LogRequest, request: Request): Promise<Response> {
    if (wanted.offset === 'now') {
      const headers = answer.logHeaders(shape, wanted, this.#now(), true)
      return new Response(`[${upToDate(this.#options.lastSeenLsn())}]`, { headers })
    }
    const after = wanted.offset === '-1' ? undefined : wanted.offset
    const { body, headers } = await this.#part(shape, wanted, after)
    if (shape.isDropped) return this.#refetch(shape, wanted)
    const isKept = request.headers
      .get('if-none-match')
      ?.split(/,\s*/)
      .includes(headers.etag ?? '')
    return isKept ? answer.emptyAnswer(304, headers) : new Response(body, { headers })
  }

  /** What comes, when it comes. */
  async #live(shape: Shape, wanted: LogRequest, signal: AbortSignal): Promise<Response> {
    const { lastSeenLsn } = this.#options
    const after = wanted.offset as Offset
    if (wanted.isSse) {
      const headers = answer.logHeaders(shape, wanted, after, false)
      return new Response(
        eventStream({ shape, after, lastSeenLsn, signal, isClosing: () => this.#isClosing }),
        { headers },
      )
    }
    if (compareOffsets(shape.end, after) <= 0) await shape.changed(signal, LONG_POLL_MS)
    if (this.#isClosing) return answer.errorAnswer(503, 'Closing.')
    const { body, headers } = await this.#part(shape, wanted, after)
    return shape.isDropped ? this.#refetch(shape, wanted) : new Response(body, { headers })
  }

  /** A part of the log; the last one says that it is. */
  async #part(shape: Shape, wanted: LogRequest, after: Offset | undefined) {
    // Before it is read: what is told of the log must not go beyond what is given of it.
    const seen = this.#options.lastSeenLsn()
    const target = shape.end
    const part = await unlessDropped(shape, shape.read(after))
    const end = part?.end ?? after ?? target
    const isUpToDate = compareOffsets(end, target) >= 0
    return {
      body: messageList(part?.body, isUpToDate ? upToDate(seen) : undefined),
      headers: answer.logHeaders(shape, wanted, end, isUpToDate),
    }
  }

  async #delete(searchParams: URLSearchParams): Promise<Response> {
    const { shapes, isDeleteAllowed } = this.#options
    if (!isDeleteAllowed) return answer.errorAnswer(405, 'DELETE is not allowed here.')
    const handle = searchParams.get('handle')
    if (searchParams.has('table')) {
      const shape = shapes.get(await shapes.definitions.get(parseShapeRequest(searchParams)))
      if (handle !== null && handle !== shape.handle) return answer.mustRefetch(shape)
      shapes.drop(shape)
      return answer.emptyAnswer(202)
    }
    const shape = handle === null ? undefined : shapes.byHandle(handle)
    if (!shape) return answer.errorAnswer(404, 'Shape not found')
    shapes.drop(shape)
    return answer.emptyAnswer(202)
  }

  /** From a shape of the same request: its table, too, may be another by now. */
  async #refetch(shape: Shape, wanted: LogRequest): Promise<Response> {
    if (shape.isReleased) return answer.errorAnswer(503, 'Starting.')
    const { shapes } = this.#options
    return answer.mustRefetch(shapes.get(await shapes.definitions.get(wanted)))
  }

  /** A server that was put back to an earlier state has not been where its clients are. */
  async #checkOffset(shape: Shape, offset: LogRequest['offset']): Promise<void> {
    if (typeof offset !== 'object') return
    const isAhead = offset.lsn > this.#options.lastSeenLsn()
    const isKnown = await unlessDropped(shape, shape.has(offset))
    if (isAhead || isKnown === false) {
      throw new RequestError('offset', 'It is out of bounds for this shape.')
    }
  }

  /** After everything that has been sent so far. */
  #now(): Offset {
    return { lsn: this.#options.lastSeenLsn(), op: 0 }
  }
}

/** A shape may be dropped, and its files with it, while it is read. */
async function unlessDropped<Found>(shape: Shape, found: Promise<Found>) {
  return found.catch((error) => {
    if (shape.isDropped) return undefined
    throw error
  })
}

function messageList(
  body: Buffer | undefined,
  control: string | undefined,
): Uint8Array<ArrayBuffer> {
  const parts = [...(body ? [body] : []), ...(control ? [Buffer.from(control)] : [])]
  return Buffer.concat([Buffer.from('['), joinMessages(parts), Buffer.from(']')])
}
