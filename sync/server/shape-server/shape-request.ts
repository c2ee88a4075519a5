import { z } from 'zod'
import { type Offset, parseOffset } from '#sync/contract/offset.ts'
import type { ShapeRequest } from './definition.ts'
import { RequestError } from './request-error.ts'

/** The longest clause or list; longer ones cost more to check than any use justifies. */
const MAX_CLAUSE = 20_000
const MAX_BODY_BYTES = 1024 * 1024

/** A request for a shape's messages, or for part of its rows. */
export interface LogRequest extends ShapeRequest {
  method: 'GET' | 'POST'
  /** `-1` is the beginning, `now` the present end. */
  offset: Offset | '-1' | 'now'
  handle: string | undefined
  isLive: boolean
  isSse: boolean
  /** The cursor of the last live answer. */
  cursor: string | undefined
  subset: SubsetRequest | undefined
}

export interface SubsetRequest {
  where: string | undefined
  params: Record<string, string>
  orderBy: string | undefined
  limit: number | undefined
  offset: number | undefined
}

const word = (values: [string, ...string[]]) => z.enum(values, 'is invalid')
const clause = z
  .string('is invalid')
  .max(MAX_CLAUSE, `should be at most ${MAX_CLAUSE} character(s)`)
const name = z.string("can't be blank").min(1, "can't be blank").max(200, 'is invalid')
/** Anything but `false` is true. */
const flag = z.union([z.boolean(), z.string()], 'is invalid').optional()
const paramValue = z.union([z.string(), z.number(), z.boolean()], 'is invalid').transform(String)

const shapeForm = z.object({
  table: name,
  where: clause.optional(),
  columns: clause.optional(),
  params: z.record(z.string(), paramValue, 'is invalid').default({}),
  replica: word(['default', 'full']).default('default'),
  log: word(['full', 'changes_only']).default('full'),
})

const logForm = z.object({
  offset: z.string("can't be blank").min(1, "can't be blank"),
  handle: z.string('is invalid').max(100, 'is invalid').optional(),
  cursor: z.string('is invalid').optional(),
  live: flag,
  live_sse: flag,
  experimental_live_sse: flag,
})

const whole = (least: number, message: string) =>
  z.coerce.number('is invalid').int('is invalid').min(least, message).optional()
const subsetForm = z.object({
  where: clause.optional(),
  params: z.record(z.string(), paramValue, 'is invalid').default({}),
  order_by: clause.optional(),
  limit: whole(1, 'must be greater than 0'),
  offset: whole(0, 'must be greater than or equal to 0'),
})

const SUBSET = 'subset__'

/** @throws RequestError */
export async function parseLogRequest(request: Request): Promise<LogRequest> {
  const fields = { ...fieldsOf(request), ...(await bodyOf(request)) }
  const query = check(logForm, fields)
  const offset =
    query.offset === '-1' || query.offset === 'now' ? query.offset : parseOffset(query.offset)
  if (!offset) throw new RequestError('offset', 'has invalid format')
  const isPlaced = typeof offset === 'object'
  const isLive = isTrue(query.live)
  const isSse = isTrue(query.live_sse) || isTrue(query.experimental_live_sse)
  if (isPlaced && !query.handle) {
    throw new RequestError('handle', "can't be blank when offset != -1")
  }
  if (!isPlaced && isLive) {
    const place = offset === 'now' ? "is 'now'" : '== -1'
    throw new RequestError('live', `can't be true when offset ${place}`)
  }
  if (isSse && !isLive) throw new RequestError('live_sse', "can't be true unless live is also true")
  return {
    ...shapeRequest(fields),
    method: request.method === 'POST' ? 'POST' : 'GET',
    offset,
    handle: isPlaced ? query.handle : undefined,
    isLive,
    isSse,
    cursor: query.cursor,
    subset: fields.subset === undefined ? undefined : subsetOf(fields.subset),
  }
}

/** The shape that a request names, without the place in it. @throws RequestError */
export function parseShapeRequest(request: Request): ShapeRequest {
  return shapeRequest(fieldsOf(request))
}

function shapeRequest(fields: object): ShapeRequest {
  const { table, where, params, columns, replica, log } = check(shapeForm, fields)
  return {
    table,
    where,
    params: sequential('params', params),
    columns: columns === undefined ? undefined : columnList(columns),
    replica: replica as ShapeRequest['replica'],
    log: log as ShapeRequest['log'],
  }
}

/** The parameters of an address: `params[1]` is one of params, `subset__where` one of a subset. */
function fieldsOf(request: Request): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const params: Record<string, string> = {}
  const subset: Record<string, string> = {}
  for (const [name, value] of new URL(request.url).searchParams) {
    const param = /^params\[(.*)\]$/.exec(name)?.[1]
    if (param !== undefined) params[param] = value
    else if (name.startsWith(SUBSET)) subset[name.slice(SUBSET.length)] = value
    else fields[name] = value
  }
  if (Object.keys(params).length > 0) fields.params = params
  if (Object.keys(subset).length > 0) fields.subset = subset
  return fields
}

/** The parameters in a POST's body, those of a subset at the top or below `subset`. */
async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  if (request.method !== 'POST') return {}
  const text = await textOf(request)
  const body = text === '' ? {} : jsonObject(text, 'body', 'Request body must be a JSON object')
  const names = Object.keys(body).filter((name) => name in subsetForm.shape)
  if ('subset' in body || names.length === 0) return body
  const subset = Object.fromEntries(names.map((name) => [name, body[name]]))
  const rest = Object.entries(body).filter(([name]) => !names.includes(name))
  return { ...Object.fromEntries(rest), subset }
}

/** Reads a body. @throws RequestError as soon as it is too large, so that memory never holds all of it */
async function textOf({ headers, body }: Request): Promise<string> {
  const tooLarge = () => new RequestError('body', 'Request body too large')
  if (Number(headers.get('content-length')) > MAX_BODY_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function subsetOf(given: unknown): SubsetRequest {
  const fields = z.record(z.string(), z.unknown()).safeParse(given).data
  if (!fields) throw new RequestError('subset', 'is invalid')
  if (typeof fields.params === 'string') {
    const params = jsonObject(fields.params, 'subset.params', 'params must be a JSON object')
    fields.params = params
  }
  const { order_by: orderBy, where, params, limit, offset } = check(subsetForm, fields, 'subset.')
  if ((limit !== undefined || offset !== undefined) && !orderBy) {
    throw new RequestError(
      'subset.order_by',
      'order_by is required when limit or offset is present',
    )
  }
  return { where, params: sequential('subset.params', params), orderBy, limit, offset }
}

/** Checks that parameters are numbered `$1`, `$2` … without a gap. */
function sequential(field: string, params: Record<string, string>): Record<string, string> {
  const names = Object.keys(params)
  if (!names.every((name) => /^\d{1,5}$/.test(name))) {
    throw new RequestError(field, 'Parameters can only use numbers as keys')
  }
  if (!names.every((_name, i) => String(i + 1) in params)) {
    throw new RequestError(field, 'Parameters must be numbered sequentially, starting from 1')
  }
  return params
}

/**
 * Parses column names as SQL has them (`id,"Full Name"`); unquoted ones are converted to lower case.
 */
function columnList(text: string): string[] {
  return text.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((item) => {
    if (/^(""|)$/.test(item)) {
      throw new RequestError('columns', 'Invalid zero-length delimited identifier')
    }
    const quoted = /^"(.*)"$/s.exec(item)?.[1]
    if (quoted === undefined && !/^[\p{L}_][\p{L}\p{M}_0-9$]*$/u.test(item)) {
      const message = `Invalid unquoted identifier contains special characters: ${item}`
      throw new RequestError('columns', message)
    }
    if (quoted !== undefined && /(?<!")"(?:"")*(?!")/.test(quoted)) {
      throw new RequestError('columns', `Invalid identifier with unescaped quote: ${quoted}`)
    }
    return quoted?.replaceAll('""', '"') ?? item.toLowerCase()
  })
}

function jsonObject(text: string, field: string, message: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw new RequestError(field, message)
  }
}

function isTrue(given: z.output<typeof flag>): boolean {
  return given !== undefined && String(given) !== 'false'
}

function check<T extends z.ZodType>(form: T, value: unknown, prefix = ''): z.output<T> {
  const { success, data, error } = form.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw new RequestError(`${prefix}${String(issue?.path[0])}`, issue?.message ?? 'is invalid')
}
