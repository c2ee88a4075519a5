import type { SortDirection } from '#db/schema/vocabulary.ts'
import type { BaseSegment } from './base-segment.ts'
import type { DeltaSegment } from './delta-segment.ts'
import type { DocSet } from './doc-set.ts'
import { type Hits, hitsIn, type Stretch } from './hits.ts'
import type { OrderKey } from './sort-values.ts'

/** The matches, by segment. */
export interface Matches {
  base: DocSet
  delta: DocSet
}

export interface Page {
  key: OrderKey
  direction: SortDirection
  offset: number
  limit: number
}

/** A part of the result in ascending order: matches of the base with those of the delta merged in. */
interface Part {
  stretch: Stretch
  newcomers: number[]
}

/** The ordinals of one page of the result, base and delta merged, in order. */
export function readPage(
  base: BaseSegment,
  delta: DeltaSegment,
  matches: Matches,
  { key, direction, offset, limit }: Page,
): number[] {
  const parts = partsOf(base, delta, matches, key)
  const page: number[] = []
  let skip = offset
  for (const [name, part] of Object.entries(parts)) {
    const total = part.stretch.count + part.newcomers.length
    const from = Math.min(skip, total)
    const to = Math.min(skip + limit - page.length, total)
    skip -= from
    if (from >= to) continue
    // People without a value come last and by arrival, in either direction.
    const isReversed = direction === 'desc' && name === 'valued'
    const ordinals = isReversed
      ? readPart(base, delta, matches, key, part, total - to, total - from).reverse()
      : readPart(base, delta, matches, key, part, from, to)
    page.push(...ordinals)
  }
  return page
}

function partsOf(
  base: BaseSegment,
  delta: DeltaSegment,
  matches: Matches,
  key: OrderKey,
): { valued: Part; missing: Part } {
  const newcomers = delta.sorted(matches.delta, key)
  const count = matches.base.size
  const column = base.columns[key]
  const countValued = column.countValued(matches.base)
  return {
    valued: {
      stretch: { start: 0, end: column.valued, count: countValued },
      newcomers: newcomers.valued,
    },
    missing: {
      stretch: { start: column.valued, end: base.size, count: count - countValued },
      newcomers: newcomers.missing,
    },
  }
}

/** The ordinals of ranks from .. to (exclusive) of a part. */
function readPart(
  base: BaseSegment,
  delta: DeltaSegment,
  matches: Matches,
  key: OrderKey,
  { stretch, newcomers }: Part,
  from: number,
  to: number,
): number[] {
  const column = base.columns[key]
  const total = stretch.count + newcomers.length
  const hits = hitsIn(column, matches.base, stretch, { fromStart: to, fromEnd: total - from })
  const place = (doc: number) => delta.position(doc, key)
  let next = newcomersBefore(newcomers, place, hits, from)
  const start = from - next
  const { positions, docs } = hits.slice(start, Math.min(start + to - from, stretch.count))
  const ordinals: number[] = []
  for (let i = 0; ordinals.length < to - from; ) {
    const newcomer = newcomers[next]
    const position = positions[i]
    if (newcomer !== undefined && (position === undefined || place(newcomer) <= position)) {
      ordinals.push(delta.ordinal(newcomer))
      next += 1
    } else if (position !== undefined) {
      ordinals.push(base.ordinals[docs[i] ?? 0] ?? -1)
      i += 1
    } else break
  }
  return ordinals
}

/** How many docs of the delta are among the first `rank` people of the merged base and delta. */
function newcomersBefore(
  newcomers: number[],
  place: (doc: number) => number,
  hits: Hits,
  rank: number,
): number {
  let low = 0
  let high = Math.min(newcomers.length, rank)
  while (low < high) {
    const middle = (low + high) >>> 1
    const newcomer = newcomers[middle] ?? 0
    if (middle + hits.countBefore(place(newcomer)) < rank) low = middle + 1
    else high = middle
  }
  return low
}
