import { hc } from 'hono/client'
import type { z } from 'zod'
import type { AppType } from '#api/app.ts'
import type { Candidate, CandidateName } from '#api/contract/candidates.ts'
import type { RevealCost, RevealedPerson } from '#api/contract/contact-reveal.ts'
import type { SearchResponse, SelectAllResponse, searchRequest } from '#api/contract/search.ts'
import type { searchErrorReport } from '#api/contract/search-errors.ts'
import type { ContactKnown } from '#db/schema/candidates.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
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

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError
}

export type SearchErrorReport = z.infer<typeof searchErrorReport>
type SearchCall = Omit<z.input<typeof searchRequest>, 'selectAll'>

/** A typed `fetch`; the types are the server's. */
export const api = hc<AppType>('/api')

/** A page of people. @throws ApiError; an AbortError when `signal` aborts. */
export function search(request: SearchCall, signal?: AbortSignal): Promise<SearchResponse> {
  return call((init) => api.search.$post({ json: request }, { init }), isSearchResponse, signal)
}

/** The ids of at most `limit` people who match. @throws ApiError */
export function searchIds(request: SearchCall): Promise<SelectAllResponse> {
  return call(
    (init) => api.search.$post({ json: { ...request, selectAll: true } }, { init }),
    isIdList,
  )
}

/** One profile, without contact values. @throws ApiError `not_found` */
export function fetchCandidate(id: string, signal?: AbortSignal): Promise<Candidate> {
  return call(
    (init) => api.candidates[':id'].$get({ param: { id: encodeURIComponent(id) } }, { init }),
    isCandidate,
    signal,
  )
}

/** The names of at most `NAMED_AT_ONCE_MAX` people; unknown ids are left out. @throws ApiError */
export async function fetchNames(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<CandidateName[]> {
  const answer = await call(
    (init) => api.candidates.names.$post({ json: { ids: [...ids] } }, { init }),
    isNameList,
    signal,
  )
  return answer.people
}

/** Every contact of one person. @throws ApiError */
export async function revealContacts(id: string): Promise<RevealedContact[]> {
  const answer = await call(
    (init) =>
      api.candidates[':id'].contact.$post({ param: { id: encodeURIComponent(id) } }, { init }),
    isContactList,
  )
  return answer.contacts
}

/**
 * The contacts of several people, in their order, as far as the day's budget goes.
 * @param ids at most `REVEALED_AT_ONCE_MAX`
 * @throws ApiError
 */
export async function revealContactsOf(ids: readonly string[]): Promise<RevealedPerson[]> {
  const answer = await call(
    (init) => api.reveals.$post({ json: { ids: [...ids] } }, { init }),
    isRevealedPeople,
  )
  return answer.people
}

/** What revealing these people would cost, at most 500. @throws ApiError */
export function fetchRevealCost(ids: readonly string[]): Promise<RevealCost> {
  return call((init) => api.reveals.cost.$post({ json: { ids: [...ids] } }, { init }), isRevealCost)
}

/** Which contacts of at most 100 people exist, and how fresh they are. @throws ApiError */
export async function fetchContactsKnown(
  ids: readonly string[],
): Promise<{ id: string; contacts: ContactKnown[] }[]> {
  const answer = await call(
    (init) => api.candidates.contacts.$post({ json: { ids: [...ids] } }, { init }),
    isKnownPeople,
  )
  return answer.people
}

/** Reports a search that failed in this browser. @throws ApiError */
export async function reportSearchError(report: SearchErrorReport): Promise<void> {
  await call((init) => api['search-errors'].$post({ json: report }, { init }), isAnything)
}

/** As much of an answer as every call reads: the text, so that a proxy's own page does no harm. */
type HttpAnswer = Pick<Response, 'ok' | 'status' | 'text'> & Partial<Pick<Response, 'headers'>>

/**
 * Sends a request and reads the answer as JSON of the expected form.
 * @throws ApiError; an AbortError when `signal` aborts.
 */
export function call<Answer>(
  send: (init: { signal: AbortSignal }) => Promise<HttpAnswer>,
  isExpected: (body: unknown) => body is Answer,
  signal?: AbortSignal,
  timeoutMs?: number,
): Promise<Answer> {
  const read = async (response: HttpAnswer) => {
    const body = readJson(await response.text())
    if (!isExpected(body)) throw new ApiError('malformed_answer', 'The answer cannot be read.')
    return body
  }
  return request(send, read, { signal, timeoutMs })
}

/**
 * Sends a request and passes a successful answer to `read`.
 * @throws ApiError; an AbortError when `signal` aborts.
 */
export async function request<Answer extends HttpAnswer, Value>(
  send: (init: { signal: AbortSignal }) => Promise<Answer>,
  read: (answer: Answer) => Promise<Value>,
  { signal, timeoutMs = TIMEOUT_MS }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Value> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    await settleSignOut()
    const response = await send({ signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    if (response.headers) learnServerTime(response.headers)
    if (!response.ok) throw asServerError(readJson(await response.text()), response.status)
    return await read(response)
  } catch (error) {
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

/** For answers whose body is not used. */
export function isAnything(_body: unknown): _body is unknown {
  return true
}

function isIdList(body: unknown): body is SelectAllResponse {
  return isRecord(body) && Array.isArray(body.data) && typeof body.count === 'number'
}

function isSearchResponse(body: unknown): body is SearchResponse {
  return isIdList(body) && typeof body.totalPages === 'number'
}

function isCandidate(body: unknown): body is Candidate {
  return isRecord(body) && typeof body.id === 'string' && Array.isArray(body.contacts)
}

function isNameList(body: unknown): body is { people: CandidateName[] } {
  return isRecord(body) && Array.isArray(body.people)
}

function isRevealedPeople(body: unknown): body is { people: RevealedPerson[] } {
  return isRecord(body) && Array.isArray(body.people) && body.people.every(isContactList)
}

function isKnownPeople(
  body: unknown,
): body is { people: { id: string; contacts: ContactKnown[] }[] } {
  return isRecord(body) && Array.isArray(body.people) && body.people.every(isContactList)
}

function isRevealCost(body: unknown): body is RevealCost {
  return (
    isRecord(body) &&
    typeof body.people === 'number' &&
    isRecord(body.remaining) &&
    typeof body.remaining.today === 'number'
  )
}

function isContactList(body: unknown): body is { contacts: RevealedContact[] } {
  return isRecord(body) && Array.isArray(body.contacts)
}
