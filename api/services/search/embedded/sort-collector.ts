import { NumberList } from './number-list.ts'
import type { SortColumnData } from './sort-column.ts'
import { PART_SEPARATOR } from './sort-values.ts'
import { StringTableWriter, sortByCodePoint } from './string-table.ts'

/**
 * Orders people by values of one or more parts (last name, first name, middle name). Distinct parts
 * are ranked, then people are radix-sorted by the ranks of their parts, last part first, so the
 * strings of two people are never compared.
 */
export class SortCollector {
  private readonly slots: PartSlot[]

  constructor(parts: number) {
    this.slots = Array.from({ length: parts }, () => new PartSlot())
  }

  /** Adds the next person. */
  add(parts: string[]): void {
    for (const [index, slot] of this.slots.entries()) slot.add(parts[index])
  }

  /** Ends the collection. */
  finish(): SortColumnData {
    const ranked = this.slots.map((slot) => slot.rank())
    const people = ranked[0]?.ranks.length ?? 0
    let order = new Uint32Array(people)
    for (let doc = 0; doc < people; doc++) order[doc] = doc
    for (const { ranks, values } of ranked.toReversed()) {
      order = sortByRank(order, ranks, values.length + 1)
    }
    const first = ranked[0]?.ranks ?? new Uint32Array()
    let missing = 0
    while (missing < people && first[order[missing] ?? 0] === 0) missing += 1
    // In a later part rank 0 sorts first; in the first part it means that there is no value, which
    // sorts last.
    if (missing > 0) {
      const last = order.slice(0, missing)
      order.copyWithin(0, missing)
      order.set(last, people - missing)
    }
    const positions = new Uint32Array(people)
    for (let i = 0; i < people; i++) positions[order[i] ?? 0] = i
    return { order, positions, ...distinctValues(order.subarray(0, people - missing), ranked) }
  }
}

interface RankedPart {
  /** By doc: 1 + rank among the values, 0 for none. */
  ranks: Uint32Array
  values: string[]
}

class PartSlot {
  private readonly ids = new Map<string, number>()
  private readonly idOfDoc = new NumberList()

  add(part: string | undefined): void {
    if (part === undefined) {
      this.idOfDoc.push(0)
      return
    }
    const id = this.ids.get(part) ?? this.ids.size + 1
    if (id > this.ids.size) this.ids.set(part, id)
    this.idOfDoc.push(id)
  }

  rank(): RankedPart {
    const values = sortByCodePoint([...this.ids.keys()])
    const rankOfId = new Uint32Array(values.length + 1)
    values.forEach((value, rank) => {
      rankOfId[this.ids.get(value) ?? 0] = rank + 1
    })
    this.ids.clear()
    const ranks = this.idOfDoc.finish()
    for (let doc = 0; doc < ranks.length; doc++) ranks[doc] = rankOfId[ranks[doc] ?? 0] ?? 0
    return { ranks, values }
  }
}

/** Stable counting sort. */
function sortByRank(
  order: Uint32Array,
  ranks: Uint32Array,
  count: number,
): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(count + 1)
  for (const rank of ranks) next[rank + 1] = (next[rank + 1] ?? 0) + 1
  for (let rank = 1; rank <= count; rank++) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0)
  const sorted = new Uint32Array(order.length)
  for (const doc of order) {
    const rank = ranks[doc] ?? 0
    const at = next[rank] ?? 0
    sorted[at] = doc
    next[rank] = at + 1
  }
  return sorted
}

function distinctValues(
  order: Uint32Array,
  parts: RankedPart[],
): Pick<SortColumnData, 'valueStarts' | 'values'> {
  const starts = new NumberList()
  let previous = -1
  order.forEach((doc, position) => {
    if (previous < 0 || parts.some(({ ranks }) => ranks[doc] !== ranks[previous])) {
      starts.push(position)
    }
    previous = doc
  })
  const count = starts.length
  starts.push(order.length)
  const valueStarts = starts.finish()
  const table = new StringTableWriter(count)
  for (let i = 0; i < count; i++) {
    const doc = order[valueStarts[i] ?? 0] ?? 0
    const present = parts.flatMap(({ ranks, values }) => values[(ranks[doc] ?? 0) - 1] ?? [])
    table.add(present.join(PART_SEPARATOR))
  }
  return { valueStarts, values: table.finish() }
}
