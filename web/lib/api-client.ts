import { hc } from 'hono/client'
import type { AppType } from '#api/app.ts'
import type { ErrorCode } from '#sync/contract/errors.ts'
import { settleSignOut } from '#web/session/pending-sign-out.ts'
import { learnServerTime } from './server-clock.ts'

/** Timeout of a request; the slowest search that succeeds takes a fraction of it. */
const TIMEOUT_MS = 20_000

/** Codes of a failed call, beyond the server's own. */
export type ApiFault = ErrorCode | 'offline' | 'unreachable' | 'timeout' | 'malformed_answer'

/** A failed call. `message` is the server's own where it answered. */
export class ApiError extends Error {
  /** The answer's status; undefined without an answer. */
  readonly status: number | undefined
  /** The error's `data`. */
  readonly data: unknown

  constructor(
    readonly code: ApiFault,
    message: string,
    options: ErrorOptions & { status?: number; data?: unknown } = {},
  ) {
    super(message, options)
    this.name = 'ApiError'
    this.status = options.status
    this.data = options.data
  }
}

export const NOT_SIGNED_IN = 'not-signed-in'
/** Emits `NOT_SIGNED_IN` when the server answers that no one is signed in. */
export const callEvents = new EventTarget()

/** A typed `fetch`; the types are the server's. */
export const api = hc<AppType>('/api')

/** What every call reads of an answer: the text, so that a proxy's own page does no harm. */
type HttpAnswer = Pick<Response, 'ok' | 'status' | 'text'> & Partial<Pick<Response, 'headers'>>
/** An answer of the typed client, whose `json` carries the type. */
type JsonAnswer<Answer> = HttpAnswer & { json(): Promise<Answer> }

interface CallOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

/**
 * Sends a request and reads the answer as JSON; it is undefined where the status is 204.
 * @param options.isExpected checks the form of an answer of which a screen says that it is wrong, or that is
 * kept on the device. Other answers are as the server's types say.
 * @throws ApiError; an AbortError when `signal` aborts.
 */
export async function call<Answer, Expected extends Answer = Answer>(
  send: (init: { signal: AbortSignal }) => Promise<JsonAnswer<Answer>>,
  { isExpected, ...options }: CallOptions & { isExpected?(body: unknown): body is Expected } = {},
): Promise<Expected> {
  const read = async (answer: HttpAnswer) => ({ status: answer.status, text: await answer.text() })
  const { status, text } = await request(send, read, options)
  const body = readJson(text)
  const isJson = status === 204 || body !== undefined
  if (!isJson || isExpected?.(body) === false) {
    throw new ApiError('malformed_answer', 'The answer cannot be read.')
  }
  return body as Expected
}

/**
 * Sends a request and reads the body of a successful answer by `read`, which does no more: what it throws
 * counts as a connection that broke.
 * @throws ApiError; an AbortError when `signal` aborts.
 */
export async function request<Answer extends HttpAnswer, Value>(
  send: (init: { signal: AbortSignal }) => Promise<Answer>,
  read: (answer: Answer) => Promise<Value>,
  { signal, timeoutMs = TIMEOUT_MS }: CallOptions = {},
): Promise<Value> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    await settleSignOut()
    const response = await send({ signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    if (response.headers) learnServerTime(response.headers)
    if (!response.ok) throw asServerError(readJson(await response.text()), response.status)
    return await read(response)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'authentication_required') {
      callEvents.dispatchEvent(new Event(NOT_SIGNED_IN))
    }
    if (error instanceof ApiError || signal?.aborted) throw error
    if (timeout.aborted) {
      const seconds = timeoutMs / 1000
      throw new ApiError('timeout', `timeout: no answer in ${seconds} seconds`, { cause: error })
    }
    throw navigator.onLine
      ? new ApiError('unreachable', 'The directory could not be reached.', { cause: error })
      : new ApiError('offline', 'There is no network connection.', { cause: error })
  }
}

/** Undefined where the text is not JSON: an empty answer, or a proxy's own page. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function asServerError(body: unknown, status: number): ApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {}
  const message = typeof error.message === 'string' ? error.message : `status ${status}`
  return typeof error.code === 'string'
    ? new ApiError(error.code as ErrorCode, message, { status, data: error.data })
    : new ApiError('internal_error', message, { status })
}

/** Whether a value read from JSON is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
