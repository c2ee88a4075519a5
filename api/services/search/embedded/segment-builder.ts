import { FACETS } from '#api/contract/search.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { xidLow } from '#api/services/search/xid.ts'
import type { BaseSegmentData } from './base-segment.ts'
import { buildCorrections } from './correction-words.ts'
import { toList } from './doc-set.ts'
import { NpiCollector, npiValue } from './npi-column.ts'
import { NumberList } from './number-list.ts'
import { Postings } from './postings.ts'
import { facetNamespace } from './segment.ts'
import { SortCollector } from './sort-collector.ts'
import { ORDER_KEYS, type OrderKey, SORT_PARTS, sortParts } from './sort-values.ts'
import { StringTable } from './string-table.ts'
import { TermCollector } from './term-collector.ts'
import { FIELD_TERMS, fieldTexts, TERM_FIELDS, type TermField } from './tokens.ts'

/** Texts per field whose terms are cached: many people of a directory share them. */
const REMEMBERED_MAX = 200_000

/**
 * Builds a base segment from people in ascending order of ordinals, in batches of any size.
 * @param onProgress called after each batch with the number of people so far
 * @throws when ordinals do not ascend.
 */
export async function buildSegment(
  batches: AsyncIterable<SearchDocument[]>,
  onProgress: (done: number) => void = () => undefined,
): Promise<BaseSegmentData> {
  const builder = new SegmentBuilder()
  for await (const batch of batches) {
    for (const document of batch) builder.add(document)
    onProgress(builder.size)
  }
  return builder.finish()
}

class SegmentBuilder {
  private readonly ordinals = new NumberList()
  private readonly xids = new NumberList()
  private readonly terms = new TermCollector()
  private readonly npis = new NpiCollector()
  private readonly remembered = new Map<TermField, Map<string, number[]>>(
    TERM_FIELDS.map((field) => [field, new Map()]),
  )
  private readonly columns = new Map<OrderKey, SortCollector>(
    ORDER_KEYS.map((key) => [key, new SortCollector(SORT_PARTS[key])]),
  )
  private lastOrdinal = -1

  get size(): number {
    return this.ordinals.length
  }

  add(document: SearchDocument): void {
    if (document.ordinal <= this.lastOrdinal) {
      throw new Error(`Ordinal ${document.ordinal} after ${this.lastOrdinal}`)
    }
    this.lastOrdinal = document.ordinal
    const doc = this.size
    this.ordinals.push(document.ordinal)
    this.xids.push(xidLow(document.changed_xid))
    const npi = document.npi === null ? undefined : npiValue(document.npi)
    if (npi !== undefined) this.npis.add(npi, doc)
    for (const field of TERM_FIELDS) {
      if (field === 'npi' && npi !== undefined) continue
      for (const text of fieldTexts(document, field)) {
        for (const id of this.termIds(field, text)) this.terms.add(id, doc)
      }
    }
    for (const [key, column] of this.columns) column.add(sortParts(document, key))
  }

  finish(): BaseSegmentData {
    const size = this.size
    const { terms, postings } = this.terms.finish(size)
    const columns = {} as BaseSegmentData['columns']
    for (const [key, column] of this.columns) columns[key] = column.finish()
    const table = new StringTable(terms.bytes, terms.offsets)
    const holders = new Postings(postings, size)
    return {
      ordinals: this.ordinals.finish(),
      xids: this.xids.finish(),
      terms,
      postings,
      npis: this.npis.finish(),
      columns,
      facets: facetCodes(table, holders, size),
      corrections: buildCorrections(table, (term) => holders.bound(term, term + 1)),
    }
  }

  private termIds(field: TermField, text: string): number[] {
    const remembered = this.remembered.get(field)
    const known = remembered?.get(text)
    if (known) return known
    const ids = FIELD_TERMS[field](text).map((term) => this.terms.idOf(term))
    if (remembered && remembered.size < REMEMBERED_MAX) remembered.set(text, ids)
    return ids
  }
}

/** The value of each doc for each facet: the inverted postings. */
function facetCodes(
  table: StringTable,
  holders: Postings,
  size: number,
): BaseSegmentData['facets'] {
  const facets = {} as BaseSegmentData['facets']
  for (const facet of FACETS) {
    const [from, to] = table.prefixRange(facetNamespace(facet))
    const codes = new (
      to - from < 0xff ? Uint8Array : to - from < 0xffff ? Uint16Array : Uint32Array
    )(size)
    for (let term = from; term < to; term++) {
      for (const doc of toList(holders.union(term, term + 1))) codes[doc] = term - from + 1
    }
    facets[facet] = codes
  }
  return facets
}
