import {
  type ControlMessage,
  isChangeMessage,
  isControlMessage,
  type Message,
  ShapeStream,
} from '@electric-sql/client'
import type { Replica } from '#sync/client/tables/replica.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import { type Connection, UnreachableError } from './connection.ts'
import type { GatheredLive } from './gathered-live.ts'
import type { RequestLimit } from './request-limit.ts'
import { type FetchSnapshot, parseSnapshot } from './seen-transactions.ts'
import {
  foldChanges,
  type RowChange,
  type ShapeBatch,
  type ShapePosition,
  UnreadableShapeError,
} from './shape-batch.ts'

/**
 * Requests a shape may send in a minute that are not live and bring it no further; more is going
 * round in circles.
 */
export const REQUESTS_PER_MINUTE = 20
/** A part of a shape over a slow line. */
const TIMEOUT_MS = 120_000

/** A shape that is being fetched whole: what came of it, and how far that is. */
interface Part extends ShapePosition {
  changes: readonly RowChange[]
  snapshot: FetchSnapshot | null
}

interface ShapeStreamOptions {
  shape: ShapeName
  baseUrl: string
  connection: Connection
  live: Pick<GatheredLive, 'ask'>
  replica: Pick<Replica, 'cursors' | 'refetch'>
  limit: RequestLimit
  /** Writes what came; what it rejects with makes the shape be fetched anew. */
  onBatch(batch: ShapeBatch): Promise<void>
  /** The shape is not up to date, or not yet. */
  onBehind(): void
  /** It was asked for too often without getting anywhere, and is asked for again later. */
  onPaused(): void
  /** The stream said something that this build does not know, and that changes no row. */
  onUnknown(): void
  onFault(fault: unknown): void
  signal: AbortSignal
}

/**
 * Follows a shape until the signal. The stream of the official client is used from one certified
 * cursor to the first thing that goes wrong, then a new one begins at the cursor in the tables, or
 * behind the parts of a whole shape that came: what it remembers by itself is never relied on.
 */
export async function followShape(options: ShapeStreamOptions): Promise<void> {
  const { shape, replica, limit, onBehind, onFault, signal } = options
  let part: Part | undefined
  while (!signal.aborted) {
    onBehind()
    const ended = await streamOnce(options, part)
    part = ended.part
    if (signal.aborted || ended.reason instanceof UnreachableError) continue
    part = undefined
    limit.failed()
    onFault(ended.reason)
    await replica.refetch(shape).catch(onFault)
  }
}

/** Runs one stream, from a part or the cursor. @returns what ended it, and the part that it leaves. */
async function streamOnce(
  options: ShapeStreamOptions,
  begun: Part | undefined,
): Promise<{ reason: unknown; part: Part | undefined }> {
  const { shape, baseUrl, replica, limit, onBatch, onBehind, onUnknown } = options
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const from = begun ?? replica.cursors.get(shape)
  let isRefetch = begun !== undefined || from === undefined
  let changes = [...(begun?.changes ?? [])]
  let snapshot = begun?.snapshot ?? null
  let part = begun

  const stream = new ShapeStream({
    // The client remembers by address what it saw; each stream here has one of its own.
    url: `${baseUrl}/api/shapes/${shape}?stream=${crypto.randomUUID()}`,
    ...(from ? { handle: from.handle, offset: from.offset as `${number}_${number}` } : {}),
    signal,
    // Pauses are the connection's, and the watch over live requests is the gatherer's.
    backoffOptions: { initialDelay: 1, maxDelay: 1, multiplier: 1, maxRetries: 0 },
    liveRequestTimeoutMs: false,
    warnOnHttp: false,
    fetchClient: async (input, init) => {
      const { searchParams } = new URL(String(input))
      // The client begins anew without a word where it takes itself to be going round in circles.
      if (searchParams.get('offset') === '-1') beginAnew()
      return withoutTypes(await ask(options, searchParams, init?.signal ?? signal))
    },
    onError: (error) => ended.abort(error),
  })

  function beginAnew(): void {
    changes = []
    snapshot = null
    part = undefined
    if (!isRefetch) onBehind()
    isRefetch = true
  }

  async function take(messages: Message[]): Promise<void> {
    for (const message of messages) {
      if (isChangeMessage(message)) changes.push(message as unknown as RowChange)
      else if (!isControlMessage(message)) throw new UnreadableShapeError(shape, 'moved rows')
      else await obey(message.headers)
    }
    if (!isRefetch || (changes.length === 0 && !snapshot) || !stream.shapeHandle) return
    part = { ...positionOf(shape, stream), changes: [...changes], snapshot }
  }

  async function obey(headers: ControlMessage['headers']): Promise<void> {
    switch (headers.control) {
      case 'must-refetch':
        beginAnew()
        break
      case 'snapshot-end':
        // In the middle of a stream it would be of some rows only.
        if (isRefetch) snapshot = parseSnapshot(headers)
        break
      case 'up-to-date': {
        const position = positionOf(shape, stream)
        const batch = { shape, isRefetch, ...foldChanges(shape, changes), snapshot, position }
        changes = []
        snapshot = null
        part = undefined
        isRefetch = false
        await onBatch(batch)
        limit.succeeded()
        break
      }
      default:
        onUnknown()
    }
  }

  stream.subscribe((messages) => take(messages).catch((error) => ended.abort(error)))
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  stream.unsubscribeAll()
  return { reason: signal.reason, part }
}

/** Asks on behalf of a stream, with what the protocol needs and nothing else. */
async function ask(
  { shape, connection, live, limit, onPaused }: ShapeStreamOptions,
  params: URLSearchParams,
  signal: AbortSignal,
): Promise<Response> {
  const { offset = '-1', handle, cursor: cacheBuster } = Object.fromEntries(params)
  if (params.get('live') === 'true') {
    const position = { name: shape, handle: handle ?? '', offset }
    const asked = cacheBuster ? { ...position, cursor: cacheBuster } : position
    const response = await live.ask(asked, signal)
    return refuseStale(response, offset, handle)
  }
  await limit.take(signal, onPaused)
  const query = new URLSearchParams({ offset, ...(handle ? { handle } : {}) })
  const response = await connection
    .send(`/api/shapes/${shape}?${query}`, { timeoutMs: TIMEOUT_MS, signal })
    .catch((error: unknown) => {
      // The connection has pauses of its own for what does not answer.
      limit.giveBack()
      throw error
    })
  if (isNextPart(response, offset, handle)) limit.giveBack()
  return refuseStale(response, offset, handle)
}

/** Told of no types, the client leaves every value as PostgreSQL wrote it, arrays too. */
function withoutTypes({ body, status, headers }: Response): Response {
  const untyped = new Headers(headers)
  if (untyped.has('electric-schema')) untyped.set('electric-schema', '{}')
  return new Response(body, { status, headers: untyped })
}

/** Whether an answer brings a shape further; one that begins it does not. */
function isNextPart({ headers }: Response, asked: string, handle: string | undefined): boolean {
  const isBegun = asked !== '-1' && headers.get('electric-handle') === handle
  return isBegun && isBefore(asked, headers.get('electric-offset') ?? '')
}

/** An answer from before what is here: somebody on the way repeats old ones. */
function refuseStale(response: Response, asked: string, handle: string | undefined): Response {
  const { headers } = response
  const offset = headers.get('electric-offset')
  if (offset && headers.get('electric-handle') === handle && isBefore(offset, asked)) {
    throw new UnreachableError('The answer is older than what is here.')
  }
  return response
}

/** Whether one offset, as `<position>_<number>`, comes before another. */
function isBefore(one: string, other: string): boolean {
  const [position, number] = parts(one)
  const [otherPosition, otherNumber] = parts(other)
  return position === otherPosition ? number < otherNumber : position < otherPosition
}

function parts(offset: string): [bigint, number] {
  const match = /^(\d+)_(\d+|inf)$/.exec(offset)
  if (!match) return [-1n, 0]
  return [BigInt(match[1] ?? 0), match[2] === 'inf' ? Infinity : Number(match[2])]
}

function positionOf(shape: ShapeName, stream: ShapeStream): ShapePosition {
  if (!stream.shapeHandle) throw new UnreadableShapeError(shape, 'has no handle')
  return { handle: stream.shapeHandle, offset: stream.lastOffset }
}
