import type { Reading, SearchFilters } from '#api/contract/search.ts'
import type { SearchHelp } from '#api/contract/search-assist.ts'
import type { ListFilter } from '#db/schema/filters.ts'
import type { SearchEngine, Selection } from './engine.ts'
import type { Understanding } from './understanding/understand.ts'

/** How many searches one help request may run for dropped words, and for other readings. */
const WORDS_MAX = 8
const READINGS_MAX = 8

export interface HelpOptions {
  engine: SearchEngine
  understand(text: string): Understanding
  filters: SearchFilters
  /** The people that `filters.leaveOut` excludes. */
  leaveOut: readonly number[]
}

/** Filters and words to drop, and other readings, each tried on its own and counted. */
export async function helpFor({
  engine,
  understand,
  filters,
  leaveOut,
}: HelpOptions): Promise<SearchHelp> {
  const { interpretation, clauses } = understand(filters.query)
  const asked: Selection = { filters, text: clauses, leaveOut }
  const countOf = async (change: Partial<Selection>) =>
    (await engine.selectIds({ ...asked, ...change }, 1)).count
  const before = await countOf({})

  const dropped: SearchHelp['filters'] = []
  const inUse = filtersInUse(filters)
  for (const filter of inUse) {
    const without = { filters: { ...filters, [filter]: [] } }
    const count = await countOf(filter === 'leaveOut' ? { ...without, leaveOut: [] } : without)
    if (count > before) dropped.push({ filter, count })
  }

  const parts = interpretation.filter(({ kind }) => kind !== 'filler')
  const words: SearchHelp['words'] = []
  const droppable =
    parts.length > 1
      ? parts.slice(0, WORDS_MAX).map((part) => ({
          text: part.text,
          query: replaced(filters.query, part, ''),
        }))
      : // Without its only part the filters remain; without those too, the user can clear the search.
        inUse.length > 0
        ? [{ text: filters.query.trim(), query: '' }]
        : []
  for (const { text, query } of droppable) {
    const count = await countOf({ text: understand(query).clauses })
    if (count > before) words.push({ text, query, count })
  }

  let nearest: SearchHelp['nearest'] = null
  const others = parts.flatMap((part) =>
    (part.alternatives ?? []).map((alternative) => ({ part, alternative })),
  )
  for (const { part, alternative } of others.slice(0, READINGS_MAX)) {
    const query = replaced(filters.query, part, alternative.text)
    const count = await countOf({ text: understand(query).clauses })
    if (count <= (nearest?.count ?? before)) continue
    nearest = { query, kind: alternative.kind, values: alternative.values, count }
  }
  const mostFirst = (a: { count: number }, b: { count: number }) => b.count - a.count
  return { filters: dropped.sort(mostFirst), words: words.sort(mostFirst), nearest }
}

function filtersInUse({ query: _, exact: __, ...lists }: SearchFilters): ListFilter[] {
  return (Object.keys(lists) as ListFilter[]).filter((filter) => lists[filter].length > 0)
}

/** The text with one part replaced. */
function replaced(text: string, { excludedFrom, from, to }: Reading, by: string): string {
  return `${text.slice(0, excludedFrom ?? from)} ${by} ${text.slice(to)}`
    .replaceAll(/\s+/g, ' ')
    .trim()
}
