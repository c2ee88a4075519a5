import { z } from 'zod'
import type { ShapeRequest } from './definition.ts'
import { type Offset, parseOffset } from './offset.ts'
import { RequestError } from './request-error.ts'

/** Longer clauses and lists cost more to check than anybody needs. */
const MAX_CLAUSE = 20_000
const MAX_SUBSET_BYTES = 1024 * 1024

/** A request for a shape's messages, or for part of its rows. */
export interface LogRequest extends ShapeRequest {
  /** `-1` is from the beginning, `now` from here on. */
  offset: Offset | '-1' | 'now'
  handle: string | undefined
  isLive: boolean
  isSse: boolean
  subset: SubsetRequest | undefined
}

export interface SubsetRequest {
  where: string | undefined
  params: Record<string, string>
  orderBy: string | undefined
  limit: number | undefined
  offset: number | undefined
}

const clause = z.string().max(MAX_CLAUSE)
const flag = z.enum(['true', 'false']).default('false')

const shapeForm = z.object({
  table: z.string().min(1).max(200),
  where: clause.optional(),
  columns: clause.optional(),
  replica: z.enum(['default', 'full']).default('default'),
  log: z.enum(['full', 'changes_only']).default('full'),
})

const logForm = shapeForm.extend({
  offset: z.string(),
  handle: z.string().max(100).optional(),
  live: flag,
  live_sse: flag,
  experimental_live_sse: flag,
})

const paramValue = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const subsetForm = z.object({
  where: clause.optional(),
  params: z.record(z.string(), paramValue).default({}),
  order_by: clause.optional(),
  limit: z.coerce.number().int().min(1).optional(),
  offset: z.coerce.number().int().min(0).optional(),
})

const SUBSET = 'subset__'

/** @throws RequestError */
export async function parseLogRequest(request: Request): Promise<LogRequest> {
  const { searchParams } = new URL(request.url)
  const query = check(logForm, Object.fromEntries(searchParams))
  const offset =
    query.offset === '-1' || query.offset === 'now' ? query.offset : parseOffset(query.offset)
  if (!offset) throw new RequestError('offset', 'It is -1, now or one that was handed out.')
  const isPlaced = typeof offset === 'object'
  const isLive = query.live === 'true'
  const isSse = query.live_sse === 'true' || query.experimental_live_sse === 'true'
  if (isPlaced && !query.handle) throw new RequestError('handle', 'An offset is of a handle.')
  if (!isPlaced && isLive)
    throw new RequestError('live', 'Only from an offset that was handed out.')
  if (isSse && !isLive) throw new RequestError('live_sse', 'Only with live=true.')
  return {
    ...shapeRequest(query, searchParams),
    offset,
    handle: isPlaced ? query.handle : undefined,
    isLive,
    isSse,
    subset: request.method === 'POST' ? await bodySubset(request) : querySubset(searchParams),
  }
}

/** What says which shape it is, without where in it. @throws RequestError */
export function parseShapeRequest(searchParams: URLSearchParams): ShapeRequest {
  return shapeRequest(check(shapeForm, Object.fromEntries(searchParams)), searchParams)
}

function shapeRequest(
  { table, where, columns, replica, log }: z.output<typeof shapeForm>,
  searchParams: URLSearchParams,
): ShapeRequest {
  const params: Record<string, string> = {}
  for (const [name, value] of searchParams) {
    const number = /^params\[(\d{1,3})\]$/.exec(name)?.[1]
    if (number) params[number] = value
  }
  return { table, where, params, columns: columnList(columns), replica, log }
}

/** `id,"Full Name"`: as the database has them, quoted where a comma or quote is in them. */
function columnList(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const items = [...text.matchAll(/(?:"((?:[^"]|"")+)"|([^",]+))(,|$)/g)]
  if (items.map(([all]) => all).join('') !== text || items.length === 0) {
    throw new RequestError('columns', 'It is a list of names, by commas.')
  }
  return items.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain?.trim() ?? '')
}

function querySubset(searchParams: URLSearchParams): SubsetRequest | undefined {
  const given = [...searchParams].filter(([name]) => name.startsWith(SUBSET))
  if (given.length === 0) return undefined
  const fields: Record<string, unknown> = {}
  for (const [name, value] of given) fields[name.slice(SUBSET.length)] = value
  if (typeof fields.params === 'string') fields.params = json(fields.params, `${SUBSET}params`)
  return subsetOf(fields)
}

async function bodySubset(request: Request): Promise<SubsetRequest> {
  const text = await request.text()
  if (text.length > MAX_SUBSET_BYTES) throw new RequestError('body', 'It is too large.')
  return subsetOf(text === '' ? {} : json(text, 'body'))
}

function subsetOf(fields: unknown): SubsetRequest {
  const { order_by: orderBy, where, params, limit, offset } = check(subsetForm, fields, SUBSET)
  if ((limit !== undefined || offset !== undefined) && !orderBy) {
    throw new RequestError(`${SUBSET}order_by`, 'It is needed with a limit or an offset.')
  }
  return { where, params, orderBy, limit, offset }
}

function json(text: string, field: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RequestError(field, 'It is not JSON.')
  }
}

function check<T extends z.ZodType>(form: T, value: unknown, prefix = ''): z.output<T> {
  const { success, data, error } = form.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw new RequestError(`${prefix}${issue?.path.join('.')}`, issue?.message ?? '')
}
