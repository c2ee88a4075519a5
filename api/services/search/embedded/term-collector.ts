import type { StringTableData } from './base-segment.ts'
import { setBits } from './doc-bits.ts'
import { compact, type DocSet, isDense, NO_DOCS, or, toList } from './doc-set.ts'
import { AscendingDocs } from './growing-docs.ts'
import { type PostingsData, rareMax, setBytes } from './postings.ts'
import { StringTableWriter, sortByCodePoint } from './string-table.ts'
import { prefixTerm, WORD_NAMESPACES } from './tokens.ts'

/** The union of a three-letter prefix is stored when it has more terms or more people than this. */
const UNION_TERMS_MIN = 100
const UNION_DOCS_MIN = 2000

/** Collects (term, doc) pairs, in ascending order of docs, into a dictionary and postings. */
export class TermCollector {
  private readonly ids = new Map<string, number>()
  /** The postings, by term id. */
  private readonly postings: AscendingDocs[] = []

  idOf(term: string): number {
    const known = this.ids.get(term)
    if (known !== undefined) return known
    const id = this.ids.size
    this.ids.set(term, id)
    this.postings.push(new AscendingDocs())
    return id
  }

  add(id: number, doc: number): void {
    this.postings[id]?.add(doc)
  }

  /**
   * Ends the collection; the collector is empty afterwards.
   * @param people how many docs there are
   */
  finish(people: number): { terms: StringTableData; postings: PostingsData } {
    const sets = new Map<string, DocSet>()
    for (const [term, id] of this.ids) sets.set(term, this.postings[id]?.finish() ?? NO_DOCS)
    this.ids.clear()
    this.postings.length = 0
    addPrefixUnions(sets)
    const sorted = sortByCodePoint([...sets.keys()])
    const table = new StringTableWriter(sorted.length)
    for (const term of sorted) table.add(term)
    const postings = packPostings(
      sorted.map((term) => sets.get(term) ?? NO_DOCS),
      people,
    )
    return { terms: table.finish(), postings }
  }
}

function addPrefixUnions(sets: Map<string, DocSet>): void {
  const namespaces: ReadonlySet<string> = new Set(WORD_NAMESPACES)
  const groups = new Map<string, DocSet[]>()
  for (const [term, set] of sets) {
    const prefix = namespaces.has(term.charAt(0)) ? prefixTerm(term) : undefined
    if (prefix === undefined) continue
    const group = groups.get(prefix)
    if (group) group.push(set)
    else groups.set(prefix, [set])
  }
  for (const [prefix, group] of groups) {
    const docs = group.reduce((sum, { size }) => sum + size, 0)
    const isKept = group.length > UNION_TERMS_MIN || (group.length > 1 && docs > UNION_DOCS_MIN)
    // A union of thousands of terms is bits, though most such sets are far smaller as lists.
    if (isKept) sets.set(prefix, compact(or(group)))
  }
}

/** Concatenates the postings into flat arrays. */
function packPostings(postings: DocSet[], people: number): PostingsData {
  const isRare = ({ size }: DocSet) => size <= rareMax(people)
  const rareStarts = new Uint32Array(postings.length + 1)
  const frequent: number[] = []
  let bytes = 0
  postings.forEach((set, term) => {
    rareStarts[term + 1] = (rareStarts[term] ?? 0) + (isRare(set) ? set.size : 0)
    if (isRare(set)) return
    frequent.push(term)
    bytes += setBytes(set.size, people)
  })
  const rare = new Uint32Array(rareStarts[postings.length] ?? 0)
  const sets = new Uint8Array(bytes)
  let start = 0
  postings.forEach((set, term) => {
    if (isRare(set)) {
      rare.set(toList(set), rareStarts[term])
      return
    }
    const length = setBytes(set.size, people) / 4
    if (isDense(set.size, people)) setBits(new Int32Array(sets.buffer, start, length), toList(set))
    else new Uint32Array(sets.buffer, start, length).set(toList(set))
    start += length * 4
  })
  return {
    rare,
    rareStarts,
    frequent: Uint32Array.from(frequent),
    frequentSizes: Uint32Array.from(frequent, (term) => postings[term]?.size ?? 0),
    sets,
  }
}
