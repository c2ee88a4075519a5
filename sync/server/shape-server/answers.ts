import { formatOffset, type Offset } from '#sync/contract/offset.ts'
import type { Definition } from './definition.ts'
import {
  CACHING,
  CURSOR,
  HANDLE,
  HAS_DATA,
  MUST_REFETCH,
  nextCursor,
  OFFSET,
  SCHEMA,
  SNAPSHOT,
  UP_TO_DATE,
} from './protocol.ts'
import type { RequestError } from './request-error.ts'
import type { Shape } from './shape.ts'
import type { LogRequest } from './shape-request.ts'

const EXPOSED = [
  CURSOR,
  HANDLE,
  HAS_DATA,
  OFFSET,
  SCHEMA,
  UP_TO_DATE,
  'electric-internal-known-error',
  'retry-after',
]
const CORS = { 'access-control-expose-headers': EXPOSED.join(',') }
const METHODS = 'GET, POST, HEAD, DELETE, OPTIONS'

/** Headers of every response about a shape. CORS is left to the server in front. */
const COMMON = {
  ...CORS,
  'access-control-allow-methods': METHODS,
  'content-type': 'application/json; charset=utf-8',
}

/** The part of a shape's log that a response contains. */
export interface Extent {
  end: Offset
  isUpToDate: boolean
  /** False only for a response without changes. */
  hasData: boolean
}

/** Headers of a part of a shape's log. */
export function logHeaders(
  shape: Shape,
  wanted: LogRequest,
  { end, isUpToDate, hasData }: Extent,
): Record<string, string> {
  const { offset, isLive, isSse, cursor } = wanted
  const etag = [shape.handle, placeOf(offset), formatOffset(end)]
  // The timestamp keeps caches from confusing two responses without changes.
  if (!hasData) etag.push(String(process.hrtime.bigint()))
  return {
    ...COMMON,
    ...(isSse && { 'content-type': 'text/event-stream', connection: 'keep-alive' }),
    'cache-control': caching(wanted),
    etag: `"${etag.join(':')}"`,
    [HANDLE]: shape.handle,
    [OFFSET]: formatOffset(end),
    [HAS_DATA]: String(hasData),
    ...(isLive ? { [CURSOR]: nextCursor(cursor) } : schemaHeader(shape.definition)),
    ...(isUpToDate && { [UP_TO_DATE]: '' }),
  }
}

function caching({ method, offset, isLive, isSse }: LogRequest): string {
  if (method === 'POST') return CACHING.unsafe
  if (offset === '-1') return CACHING.snapshot
  if (isSse) return CACHING.liveEvents
  return isLive ? CACHING.live : CACHING.log
}

export function subsetAnswer(shape: Shape, end: Offset, body: string): Response {
  const headers = {
    ...COMMON,
    'cache-control': CACHING.unsafe,
    ...schemaHeader(shape.definition),
    [HANDLE]: shape.handle,
    [OFFSET]: formatOffset(end),
    [SNAPSHOT]: 'true',
  }
  return new Response(body, { headers })
}

/** @param shape the new shape to fetch, where it is known already */
export function mustRefetch(shape?: Shape): Response {
  const headers: Record<string, string> = shape
    ? { 'cache-control': CACHING.redirect, [HANDLE]: shape.handle, etag: `"${shape.handle}::"` }
    : { 'cache-control': CACHING.dropped }
  return Response.json(MUST_REFETCH, { status: 409, headers: { ...COMMON, ...headers } })
}

export function badRequest({ errors }: RequestError): Response {
  return errorAnswer(400, 'Invalid request', { errors })
}

export function errorAnswer(status: number, message: string, more: object = {}): Response {
  const headers = {
    ...COMMON,
    'cache-control': CACHING.error,
    'surrogate-control': CACHING.error,
    ...(status === 503 && { 'retry-after': '1' }),
  }
  return Response.json({ message, ...more }, { status, headers })
}

/** The response to an unknown path or method. */
export function notFound(): Response {
  return new Response('Not found', { status: 404 })
}

export function emptyAnswer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...COMMON, ...headers } })
}

export function optionsAnswer(): Response {
  return new Response(null, {
    status: 204,
    headers: { ...CORS, 'access-control-allow-methods': METHODS },
  })
}

export function healthAnswer(status: number, body: object): Response {
  const headers = {
    ...COMMON,
    'access-control-allow-methods': 'GET, HEAD',
    'cache-control': CACHING.health,
  }
  return Response.json(body, { status, headers })
}

function schemaHeader({ table, columns }: Definition): Record<string, string> {
  const shown = table.columns.filter(({ name }) => columns.includes(name))
  const schema = Object.fromEntries(shown.map((column) => [column.name, column.shown]))
  // Headers allow Latin-1 only, but column names may contain other characters.
  const text = JSON.stringify(schema).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return { [SCHEMA]: text }
}

function placeOf(offset: LogRequest['offset']): string {
  return typeof offset === 'string' ? offset : formatOffset(offset)
}
