import { RoaringBitmap32 } from 'roaring-wasm'
import type { StringTableData } from './base-segment.ts'
import { type PostingsData, RARE_MAX, rareMax } from './postings.ts'
import { StringTableWriter, sortByCodePoint } from './string-table.ts'
import { prefixTerm, WORD_NAMESPACES } from './tokens.ts'

/** (term, doc) pairs gathered before they are sorted into postings; 64 MB of them. */
const PAIRS_MAX = 8_000_000

/** A three-letter prefix that unites more bitmaps or more rare people than this is kept ready. */
const UNION_BITMAPS_MIN = 4
const UNION_RARE_MIN = 500

/**
 * Turns (term, doc) pairs, given in ascending order of doc, into a dictionary and postings. Pairs
 * are gathered and sorted by term a few million at a time, so that each term's bitmap grows by
 * runs and not by single numbers.
 */
export class TermCollector {
  private readonly ids = new Map<string, number>()
  private readonly terms = new Uint32Array(PAIRS_MAX)
  private readonly docs = new Uint32Array(PAIRS_MAX)
  private pairs = 0
  /** By term id: a short list, or a bitmap once it is long. */
  private readonly postings: (number[] | RoaringBitmap32)[] = []

  idOf(term: string): number {
    const known = this.ids.get(term)
    if (known !== undefined) return known
    const id = this.ids.size
    this.ids.set(term, id)
    this.postings.push([])
    return id
  }

  add(id: number, doc: number): void {
    if (this.pairs === PAIRS_MAX) this.flush()
    this.terms[this.pairs] = id
    this.docs[this.pairs] = doc
    this.pairs += 1
  }

  /**
   * Ends the collection; the collector is empty afterwards.
   * @param people how many docs there are
   */
  finish(people: number): { terms: StringTableData; postings: PostingsData } {
    this.flush()
    this.addPrefixUnions()
    const sorted = sortByCodePoint([...this.ids.keys()])
    const table = new StringTableWriter(sorted.length)
    const lists = sorted.map((term) => {
      table.add(term)
      const posting = this.postings[this.ids.get(term) ?? 0] ?? []
      if (!(posting instanceof RoaringBitmap32) || posting.size > rareMax(people)) return posting
      const list = posting.toArray()
      posting.dispose()
      return list
    })
    this.ids.clear()
    this.postings.length = 0
    return { terms: table.finish(), postings: packPostings(lists) }
  }

  private flush(): void {
    const { terms, docs, pairs } = this
    // Counting sort by term; stable, so docs stay ascending within a term.
    const ends = new Uint32Array(this.ids.size + 1)
    for (let i = 0; i < pairs; i++) {
      const slot = (terms[i] ?? 0) + 1
      ends[slot] = (ends[slot] ?? 0) + 1
    }
    for (let id = 1; id < ends.length; id++) ends[id] = (ends[id] ?? 0) + (ends[id - 1] ?? 0)
    const sorted = new Uint32Array(pairs)
    const next = ends.slice()
    for (let i = 0; i < pairs; i++) {
      const id = terms[i] ?? 0
      const at = next[id] ?? 0
      sorted[at] = docs[i] ?? 0
      next[id] = at + 1
    }
    for (let id = 0; id < this.ids.size; id++) {
      const from = ends[id] ?? 0
      const to = ends[id + 1] ?? 0
      if (from < to) this.append(id, sorted.subarray(from, to))
    }
    this.pairs = 0
  }

  private append(id: number, docs: Uint32Array): void {
    const posting = this.postings[id]
    if (posting instanceof RoaringBitmap32) {
      posting.addMany(docs)
    } else if (posting) {
      for (const doc of docs) {
        // A person who holds a term twice is one person; only neighbours can be equal.
        if (posting[posting.length - 1] !== doc) posting.push(doc)
        if (posting.length > RARE_MAX) break
      }
      if (posting.length > RARE_MAX) this.postings[id] = new RoaringBitmap32(posting).addMany(docs)
    }
  }

  private addPrefixUnions(): void {
    const namespaces: ReadonlySet<string> = new Set(WORD_NAMESPACES)
    const groups = new Map<string, number[]>()
    for (const [term, id] of this.ids) {
      const prefix = namespaces.has(term.charAt(0)) ? prefixTerm(term) : undefined
      if (prefix === undefined) continue
      const group = groups.get(prefix)
      if (group) group.push(id)
      else groups.set(prefix, [id])
    }
    for (const [prefix, ids] of groups) {
      const bitmaps: RoaringBitmap32[] = []
      const rare: number[] = []
      for (const id of ids) {
        const posting = this.postings[id] ?? []
        if (posting instanceof RoaringBitmap32) bitmaps.push(posting)
        else rare.push(...posting)
      }
      if (bitmaps.length < UNION_BITMAPS_MIN && rare.length < UNION_RARE_MIN) continue
      this.idOf(prefix)
      this.postings[this.ids.size - 1] = RoaringBitmap32.orMany(bitmaps).addMany(
        Uint32Array.from(rare).sort(),
      )
    }
  }
}

/** Lays postings out flat. Disposes of the bitmaps. */
function packPostings(lists: (number[] | RoaringBitmap32)[]): PostingsData {
  const rareStarts = new Uint32Array(lists.length + 1)
  const frequent: number[] = []
  let bytes = 0
  lists.forEach((list, term) => {
    rareStarts[term + 1] =
      (rareStarts[term] ?? 0) + (list instanceof RoaringBitmap32 ? 0 : list.length)
    if (list instanceof RoaringBitmap32) {
      list.runOptimize()
      frequent.push(term)
      bytes += list.getSerializationSizeInBytes('portable')
    }
  })
  const rare = new Uint32Array(rareStarts[lists.length] ?? 0)
  const bitmaps = new Uint8Array(bytes)
  const bitmapStarts = new Uint32Array(frequent.length + 1)
  const frequentSizes = new Uint32Array(frequent.length)
  let index = 0
  lists.forEach((list, term) => {
    if (!(list instanceof RoaringBitmap32)) {
      rare.set(list, rareStarts[term])
      return
    }
    const serialized = list.serialize('portable')
    const start = bitmapStarts[index] ?? 0
    bitmaps.set(serialized, start)
    frequentSizes[index] = list.size
    index += 1
    bitmapStarts[index] = start + serialized.length
    list.dispose()
  })
  return {
    rare,
    rareStarts,
    frequent: Uint32Array.from(frequent),
    frequentSizes,
    bitmapStarts,
    bitmaps,
  }
}
