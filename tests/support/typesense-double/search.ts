import { ApiError } from './api-error.ts'
import { type Collection, type Held, refuseUnknown } from './collection.ts'
import { PREFIX_WORDS_DEFAULT, parseFilter } from './filter.ts'

const KNOWN = [
  'collection',
  'q',
  'filter_by',
  'max_filter_by_candidates',
  'sort_by',
  'page',
  'per_page',
  'offset',
  'limit',
  'include_fields',
  'facet_by',
  'facet_strategy',
  'max_facet_values',
]
const PER_PAGE_MAX = 250
const SORT_FIELDS_MAX = 3
/** Facet values are cut at this length. */
const FACET_VALUE_MAX = 255

export type SearchParams = Record<string, unknown>

/**
 * Searches all documents (`q: *`) with filters, order and facets.
 * @throws ApiError for parameters or forms that this double does not implement
 */
export function search(collection: Collection, params: SearchParams, visible: Held[]) {
  refuseUnknown(params, KNOWN, 'search parameter')
  if (params.q !== '*') throw new ApiError(400, 'This double answers `q: *` only.')
  const filter = textOf(params, 'filter_by')
  const prefixWordsMax = wholeOf(params, 'max_filter_by_candidates', PREFIX_WORDS_DEFAULT)
  const matches = filter ? visible.filter(parseFilter(filter, collection, prefixWordsMax)) : visible
  const { offset, limit, page } = pageOf(params)
  const ordered = [...matches].sort(orderOf(textOf(params, 'sort_by'), collection, prefixWordsMax))
  return {
    facet_counts: facetsOf(params, collection, matches),
    found: matches.length,
    hits: ordered
      .slice(offset, offset + limit)
      .map(({ document }) => ({ document: pick(document, textOf(params, 'include_fields')) })),
    out_of: visible.length,
    page,
    request_params: { collection_name: collection.schema.name, per_page: limit, q: '*' },
    search_cutoff: false,
    search_time_ms: 0,
  }
}

function textOf(params: SearchParams, name: string): string | undefined {
  const value = params[name]
  if (value === undefined || typeof value === 'string') return value
  throw new ApiError(400, `Parameter \`${name}\` must be a string.`)
}

function wholeOf(params: SearchParams, name: string, fallback: number): number {
  const value = Number(params[name] ?? fallback)
  if (Number.isInteger(value) && value >= 0) return value
  throw new ApiError(400, `Parameter \`${name}\` must be an unsigned integer.`)
}

function pageOf(params: SearchParams): { offset: number; limit: number; page: number } {
  const limit = wholeOf(params, 'limit', wholeOf(params, 'per_page', 10))
  if (limit > PER_PAGE_MAX) {
    throw new ApiError(422, `Only upto ${PER_PAGE_MAX} hits can be fetched per page.`)
  }
  const page = Math.max(1, wholeOf(params, 'page', 1))
  return { offset: wholeOf(params, 'offset', (page - 1) * limit), limit, page }
}

type Order = (a: Held, b: Held) => number

/** The last tie-break: newest first. */
const newestFirst: Order = (a, b) => b.sequence - a.sequence

function orderOf(
  sortBy: string | undefined,
  collection: Collection,
  prefixWordsMax: number,
): Order {
  const [, evaluated, , rest = ''] = EVALUATED.exec(sortBy ?? '') ?? [null, null, null, sortBy]
  const parts = rest ? rest.split(',').map((part) => part.trim()) : []
  if (parts.length + Number(Boolean(evaluated)) > SORT_FIELDS_MAX) {
    throw new ApiError(400, `Only upto ${SORT_FIELDS_MAX} sort fields are allowed.`)
  }
  const orders = [
    ...(evaluated ? [scoreOrder(evaluated, collection, prefixWordsMax)] : []),
    ...parts.map((part) => fieldOrder(part, collection)),
  ]
  return (a, b) => {
    for (const order of orders) {
      const difference = order(a, b)
      if (difference !== 0) return difference
    }
    return newestFirst(a, b)
  }
}

/** `_eval([(filter):score,(filter):score]):desc`, before other fields. */
const EVALUATED = /^_eval\(\[(.*)\]\):desc(,(.*))?$/
const SCORE = /^\((.*)\):(\d+)$/

/** Orders documents by the score of the first filter that each matches. */
function scoreOrder(evaluated: string, collection: Collection, prefixWordsMax: number): Order {
  const scores = evaluated.split(/(?<=:\d+),(?=\()/).map((part) => {
    const [, filter, score] = SCORE.exec(part) ?? []
    if (filter === undefined) throw new ApiError(400, 'Parameter `sort_by` is malformed.')
    return { matches: parseFilter(filter, collection, prefixWordsMax), score: Number(score) }
  })
  const scoreOf = (held: Held) => scores.find(({ matches }) => matches(held))?.score ?? 0
  return (a, b) => scoreOf(b) - scoreOf(a)
}

const SORT_PART = /^(\w+)(?:\(\s*missing_values\s*:\s*(first|last)\s*\))?:(asc|desc)$/i

function fieldOrder(part: string, collection: Collection): Order {
  const [, name = '', missing, direction = ''] = SORT_PART.exec(part) ?? []
  if (name === '') throw new ApiError(400, 'Parameter `sort_by` is malformed.')
  const field = collection.field(name)
  const isSortable = field && (field.sort ?? !field.type.startsWith('string'))
  if (!isSortable) {
    throw new ApiError(404, `Could not find a field named \`${name}\` in the schema for sorting.`)
  }
  // Missing numbers come last in either direction.
  const isText = field.type === 'string'
  if (isText && field.optional && !missing) {
    throw new ApiError(400, `This double wants missing_values for the optional field \`${name}\`.`)
  }
  const sign = direction.toLowerCase() === 'asc' ? 1 : -1
  const absent = missing === 'first' ? -1 : 1
  const sortValue = ({ document, sortKeys }: Held) => (isText ? sortKeys.get(name) : document[name])
  return (a, b) => {
    const [left, right] = [sortValue(a), sortValue(b)]
    if (left === undefined || right === undefined) {
      return left === right ? 0 : (left === undefined ? 1 : -1) * absent
    }
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
    return left === right ? 0 : sign * (String(left) < String(right) ? -1 : 1)
  }
}

function facetsOf(params: SearchParams, collection: Collection, matches: Held[]) {
  const fields = textOf(params, 'facet_by')?.split(',') ?? []
  const strategy = params.facet_strategy ?? 'automatic'
  if (!['exhaustive', 'top_values', 'automatic'].includes(String(strategy))) {
    throw new ApiError(400, 'Invalid facet strategy.')
  }
  const most = wholeOf(params, 'max_facet_values', 10)
  return fields.map((name) => {
    if (!collection.field(name.trim())?.facet) {
      throw new ApiError(404, `Could not find a facet field named \`${name}\` in the schema.`)
    }
    const counts = new Map<string, number>()
    for (const { document } of matches) {
      const value = document[name.trim()]
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item === undefined || item === null) continue
        const counted = String(item).slice(0, FACET_VALUE_MAX)
        counts.set(counted, (counts.get(counted) ?? 0) + 1)
      }
    }
    const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, most)
    return {
      field_name: name.trim(),
      sampled: false,
      counts: sorted.map(([value, count]) => ({ count, highlighted: value, value })),
      stats: { total_values: counts.size },
    }
  })
}

function pick(document: Held['document'], include: string | undefined) {
  if (include === undefined) return document
  const names = include.split(',').map((name) => name.trim())
  return Object.fromEntries(Object.entries(document).filter(([name]) => names.includes(name)))
}
