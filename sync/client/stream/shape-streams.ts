import {
  type ControlMessage,
  isChangeMessage,
  isControlMessage,
  type Message,
  ShapeStream,
} from '@electric-sql/client'
import type { Replica } from '#sync/client/tables/replica.ts'
import { compareOffsets, parseOffset } from '#sync/contract/offset.ts'
import { type ShapeId, splitShapeId } from '#sync/contract/shapes.ts'
import type { AnswerReader } from './answer-reader.ts'
import { UnreadableShapeError } from './checked-rows.ts'
import { type Connection, UnreachableError } from './connection.ts'
import { FetchProgress, type Part } from './fetch-progress.ts'
import type { GatheredLive } from './gathered-live.ts'
import type { RequestLimit } from './request-limit.ts'
import { bypassRows } from './row-bypass.ts'
import { parseSnapshot } from './seen-transactions.ts'
import type { ShapeBatch, ShapePosition } from './shape-batch.ts'

/**
 * Number of non-live requests per minute that may make no progress; more means that the stream is going
 * in circles.
 */
export const REQUESTS_PER_MINUTE = 20
/** Allows for a part of a shape over a slow connection. */
const TIMEOUT_MS = 120_000

/** The server refuses an owner's rows: this account is not in that team, or not any more. */
class NotAMemberError extends Error {
  override readonly name = 'NotAMemberError'
}

interface ShapeStreamOptions {
  shape: ShapeId
  /** The account, whose own shapes are requested without an owner. */
  userId: string
  baseUrl: string
  connection: Connection
  live: Pick<GatheredLive, 'ask'>
  replica: Pick<Replica, 'cursors' | 'refetch' | 'writeEarly' | 'isReadFrom'>
  limit: RequestLimit
  reader: Pick<AnswerReader, 'read'>
  /** Writes a batch; if it rejects, the shape is fetched anew. */
  onBatch(batch: ShapeBatch): Promise<void>
  /** Called when the shape is not up to date. */
  onBehind(): void
  /** Called before a pause, because the shape was requested too often without progress. */
  onPaused(): void
  /** Called when the server refuses this owner's rows, which ends the stream. */
  onNotAMember(): void
  /** Called for a message that this build does not know, and that changes no row. */
  onUnknown(): void
  onFault(fault: unknown): void
  signal: AbortSignal
}

/**
 * Follows a shape until the signal. Each stream of the official client runs from a certified cursor to
 * the first error; then a new one starts at the tables' cursor, or after the parts received of a whole
 * shape. The client's own memory is never relied on.
 */
export async function followShape(options: ShapeStreamOptions): Promise<void> {
  const { shape, replica, limit, onBehind, onFault, signal } = options
  let part: Part | undefined
  while (!signal.aborted) {
    onBehind()
    const ended = await streamOnce(options, part)
    part = ended.part
    if (signal.aborted || ended.reason instanceof UnreachableError) continue
    if (ended.reason instanceof NotAMemberError) return options.onNotAMember()
    part = undefined
    limit.failed()
    onFault(ended.reason)
    await replica.refetch(shape).catch(onFault)
  }
}

/**
 * Runs one stream, from a part or the cursor.
 * @returns the error that ended it, and its parts.
 */
async function streamOnce(
  options: ShapeStreamOptions,
  begun: Part | undefined,
): Promise<{ reason: unknown; part: Part | undefined }> {
  const { shape, baseUrl, replica, limit, reader, onBatch, onBehind, onUnknown } = options
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const from = begun ?? replica.cursors.get(shape)
  const isRefetch = begun !== undefined || from === undefined
  const progress = new FetchProgress(shape, replica, begun, isRefetch)
  let handling: Promise<void> = Promise.resolve()
  const { replaceBody, takeRows } = bypassRows(
    (body) => reader.read(shape, body),
    (error) => ended.abort(error),
  )

  const stream = new ShapeStream({
    // The client caches by URL what it saw, so each stream has a URL of its own.
    url: `${baseUrl}/api/shapes/${splitShapeId(shape).name}?stream=${crypto.randomUUID()}`,
    ...(from ? { handle: from.handle, offset: from.offset as `${number}_${number}` } : {}),
    signal,
    // The connection makes the pauses, and `GatheredLive` watches live requests.
    backoffOptions: { initialDelay: 1, maxDelay: 1, multiplier: 1, maxRetries: 0 },
    liveRequestTimeoutMs: false,
    warnOnHttp: false,
    fetchClient: async (input, init) => {
      const { searchParams } = new URL(String(input))
      // The client silently restarts where it suspects a loop.
      if (searchParams.get('offset') === '-1') restart()
      const response = await ask(options, searchParams, init?.signal ?? signal)
      const isOfRows = response.status === 200 && searchParams.get('live') !== 'true'
      return withoutTypes(isOfRows ? replaceBody(response) : response)
    },
    onError: (error) => ended.abort(error),
  })

  function restart(): void {
    if (!progress.isRefetch) onBehind()
    progress.restart()
  }

  async function handleMessages(messages: Message[]): Promise<void> {
    for (const message of messages) {
      if (isChangeMessage(message)) await progress.take(takeRows(message))
      else if (!isControlMessage(message)) throw new UnreadableShapeError(shape, 'moved rows')
      else await handleControl(message.headers)
    }
    if (stream.shapeHandle) progress.reach(positionOf(shape, stream))
  }

  async function handleControl(headers: ControlMessage['headers']): Promise<void> {
    switch (headers.control) {
      case 'must-refetch':
        restart()
        break
      case 'snapshot-end':
        progress.takeSnapshot(parseSnapshot(headers))
        break
      case 'up-to-date':
        await onBatch(progress.endBatch(positionOf(shape, stream)))
        limit.succeeded()
        break
      default:
        onUnknown()
    }
  }

  stream.subscribe((messages) => {
    handling = handleMessages(messages).catch((error) => ended.abort(error))
    return handling
  })
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  stream.unsubscribeAll()
  // The next stream starts after the rows that this one is writing.
  await handling
  return { reason: signal.reason, part: progress.part }
}

/** Sends a stream's request, with the protocol's parameters and nothing else. */
async function ask(
  { shape, userId, connection, live, limit, onPaused }: ShapeStreamOptions,
  params: URLSearchParams,
  signal: AbortSignal,
): Promise<Response> {
  const { offset = '-1', handle, cursor: cacheBuster } = Object.fromEntries(params)
  const { name, ownerId } = splitShapeId(shape)
  const whose: { owner?: string } = ownerId === userId ? {} : { owner: ownerId }
  if (params.get('live') === 'true') {
    const position = { name, ...whose, handle: handle ?? '', offset }
    const asked = cacheBuster ? { ...position, cursor: cacheBuster } : position
    const response = assertMember(await live.ask(asked, signal))
    return refuseStale(response, offset, handle)
  }
  await limit.take(signal, onPaused)
  const query = new URLSearchParams({ offset, ...whose, ...(handle ? { handle } : {}) })
  const response = await connection
    .send(`/api/shapes/${name}?${query}`, { timeoutMs: TIMEOUT_MS, signal })
    .catch((error: unknown) => {
      // The connection itself backs off from a server that does not respond.
      limit.refund()
      throw error
    })
  assertMember(response)
  if (isNextPart(response, offset, handle)) limit.refund()
  return refuseStale(response, offset, handle)
}

function assertMember(response: Response): Response {
  if (response.status === 403) throw new NotAMemberError('Not in this team.')
  return response
}

/**
 * Removes the types of columns, so that the client leaves every value as PostgreSQL wrote it, arrays
 * too.
 */
function withoutTypes({ body, status, headers }: Response): Response {
  const untyped = new Headers(headers)
  if (untyped.has('electric-schema')) untyped.set('electric-schema', '{}')
  return new Response(body, { status, headers: untyped })
}

/** Whether a response makes progress; the first one of a shape does not count. */
function isNextPart({ headers }: Response, asked: string, handle: string | undefined): boolean {
  const isBegun = asked !== '-1' && headers.get('electric-handle') === handle
  return isBegun && isBefore(asked, headers.get('electric-offset') ?? '')
}

/** Refuses a response older than the rows here: a cache on the way repeats old ones. */
function refuseStale(response: Response, asked: string, handle: string | undefined): Response {
  const { headers } = response
  const offset = headers.get('electric-offset')
  if (offset && headers.get('electric-handle') === handle && isBefore(offset, asked)) {
    throw new UnreachableError('The answer is older than what is here.')
  }
  return response
}

/** Whether one offset comes before another; an invalid one comes before all. */
function isBefore(one: string, other: string): boolean {
  const [a, b] = [parseOffset(one), parseOffset(other)]
  return b !== undefined && (a === undefined || compareOffsets(a, b) < 0)
}

function positionOf(shape: ShapeId, stream: ShapeStream): ShapePosition {
  if (!stream.shapeHandle) throw new UnreadableShapeError(shape, 'has no handle')
  return { handle: stream.shapeHandle, offset: stream.lastOffset }
}
