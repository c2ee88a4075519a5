import type { Definition } from './definition.ts'
import { formatOffset, type Offset } from './offset.ts'
import { CURSOR, HANDLE, MUST_REFETCH, OFFSET, SCHEMA, SNAPSHOT, UP_TO_DATE } from './protocol.ts'
import type { RequestError } from './request-error.ts'
import type { Shape } from './shape.ts'
import type { LogRequest } from './shape-request.ts'

const EXPOSED = [HANDLE, OFFSET, SCHEMA, CURSOR, UP_TO_DATE, SNAPSHOT, 'etag', 'retry-after']

/** On every answer. Which origins may read it is for whoever puts it on a network to say. */
const COMMON = {
  'access-control-expose-headers': EXPOSED.join(','),
  'access-control-allow-methods': 'GET, POST, HEAD, DELETE, OPTIONS',
  'content-type': 'application/json',
  // Kept copies are asked about each time; the etag makes that cheap.
  'cache-control': 'no-cache',
}

/** Headers of a part of a shape's log. */
export function logHeaders(
  shape: Shape,
  { offset, isLive, isSse }: LogRequest,
  end: Offset,
  isUpToDate: boolean,
): Record<string, string> {
  return {
    ...COMMON,
    ...(isSse && { 'content-type': 'text/event-stream' }),
    [HANDLE]: shape.handle,
    [OFFSET]: formatOffset(end),
    ...(isLive ? { [CURSOR]: String(Date.now()) } : schemaHeader(shape.definition)),
    ...(isUpToDate && { [UP_TO_DATE]: '' }),
    // Two live answers without news are two answers, or one would be taken for the other.
    ...(!isLive && { etag: `"${shape.handle}:${placeOf(offset)}:${formatOffset(end)}"` }),
  }
}

export function subsetAnswer(shape: Shape, end: Offset, body: string): Response {
  const headers = {
    ...COMMON,
    ...schemaHeader(shape.definition),
    [HANDLE]: shape.handle,
    [OFFSET]: formatOffset(end),
    [SNAPSHOT]: 'true',
  }
  return new Response(body, { headers })
}

/** @param shape from which the client has to begin anew */
export function mustRefetch(shape: Shape): Response {
  const headers = { ...COMMON, 'cache-control': 'no-store', [HANDLE]: shape.handle }
  return Response.json(MUST_REFETCH, { status: 409, headers })
}

export function badRequest({ field, message }: RequestError): Response {
  return errorAnswer(400, 'Invalid request', { errors: { [field]: [message] } })
}

export function errorAnswer(status: number, message: string, more: object = {}): Response {
  const headers = {
    ...COMMON,
    'cache-control': 'no-store',
    ...(status === 503 && { 'retry-after': '1' }),
  }
  return Response.json({ message, ...more }, { status, headers })
}

export function emptyAnswer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...COMMON, ...headers } })
}

export function statusAnswer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { ...COMMON, 'cache-control': 'no-store' } })
}

function schemaHeader({ table, columns }: Definition): Record<string, string> {
  const shown = table.columns.filter(({ name }) => columns.includes(name))
  const schema = Object.fromEntries(shown.map((column) => [column.name, column.shown]))
  // A header takes Latin-1 only; names of columns may hold more.
  const text = JSON.stringify(schema).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return { [SCHEMA]: text }
}

function placeOf(offset: LogRequest['offset']): string {
  return typeof offset === 'string' ? offset : formatOffset(offset)
}
