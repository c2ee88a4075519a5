import type { Facet, FacetCounts, SpecialtyCount } from '#api/contract/search.ts'
import { FACETS } from '#api/contract/search.ts'
import { clausesOf } from '#api/services/search/embedded/clauses.ts'
import type {
  EngineQuery,
  EngineResult,
  SearchDocument,
  SearchEngine,
  Selection,
} from '#api/services/search/engine.ts'
import { mergeSpecialtyCounts } from '#api/services/search/specialty-names.ts'
import { ask, type TypesenseClient, TypesenseError } from './client.ts'
import { decode, isDigest } from './encoding.ts'
import { facetField, type IndexDocument, indexDocument, wholeField } from './index-document.ts'
import {
  facetSearch,
  facetSearches,
  type IndexSearch,
  pageSearches,
  wholeValueSearch,
} from './query.ts'
import { SearchWire } from './search-wire.ts'

/** Documents per import request: Typesense processes a thousand at a time. */
const IMPORT_BATCH = 1000
/** Concurrent imports: the next is prepared and sent while one is processed. */
const IMPORTS_AT_ONCE = 3
/** Ordinals per removal: they are part of the URL, which may have 4,000 characters. */
const REMOVE_BATCH = 200
/** The searches per request that Typesense accepts. */
const SEARCHES_MAX = 50

interface Answer {
  found: number
  out_of: number
  search_cutoff?: boolean
  hits?: { document: Record<string, string> }[]
  facet_counts?: { field_name: string; counts: { value: string; count: number }[] }[]
  error?: string
  code?: number
}

export interface TypesenseEngineOptions {
  client: TypesenseClient
  /** The name of a collection, or of an alias of one. */
  collection: string
  /**
   * Called when there are fewer people than before: tells whether the index is complete
   * nevertheless.
   */
  isLoaded?: () => Promise<boolean>
}

/**
 * Typesense as a search engine. Its results are exact because it interprets nothing: words, order
 * and folding are computed here (`index-document.ts`), and a search is filters over whole words and
 * prefixes, without a query, ranking or typo tolerance.
 *
 * Pages far into a broad result are slow: Typesense sorts all results before them.
 */
export class TypesenseEngine implements SearchEngine {
  private known = 0
  private readonly wire: SearchWire
  /** Facet values by digest, each looked up once. */
  private readonly wholeValues = new Map<string, string>()

  constructor(private readonly options: TypesenseEngineOptions) {
    this.wire = new SearchWire(options.client)
  }

  /** @throws TypesenseError when it fails, or is not complete yet */
  async search(query: EngineQuery): Promise<EngineResult> {
    const clauses = clausesOf(query)
    const pages = pageSearches(clauses, query)
    const answers = await this.ask([
      ...pages,
      ...(query.facets ? facetSearches(clauses, query.leaveOut) : []),
    ])
    const result: EngineResult = {
      ordinals: answers.slice(0, pages.length).flatMap(ordinalsOf),
      count: answers[0]?.found ?? 0,
    }
    if (query.facets) result.facets = await this.facetCounts(answers.slice(pages.length))
    return result
  }

  async selectIds(selection: Selection, limit: number): Promise<EngineResult> {
    const pages = pageSearches(clausesOf(selection), { ...selection, offset: 0, limit })
    const answers = await this.ask(pages)
    return { ordinals: answers.flatMap(ordinalsOf), count: answers[0]?.found ?? 0 }
  }

  async specialtyCounts(): Promise<SpecialtyCount[]> {
    const { specialty } = await this.facetCounts(await this.ask([facetSearch(['specialty'], [])]))
    return mergeSpecialtyCounts(Object.entries(specialty))
  }

  async upsert(documents: SearchDocument[]): Promise<void> {
    let next = 0
    const importNext = async () => {
      while (next < documents.length) {
        const batch = documents.slice(next, next + IMPORT_BATCH)
        next += IMPORT_BATCH
        await ask(this.documents().import(batch.map(indexDocument), { action: 'upsert' }))
      }
    }
    await Promise.all(Array.from({ length: IMPORTS_AT_ONCE }, importNext))
  }

  async remove(ordinals: number[]): Promise<void> {
    for (let from = 0; from < ordinals.length; from += REMOVE_BATCH) {
      const batch = ordinals.slice(from, from + REMOVE_BATCH).join(',')
      await ask(this.documents().delete({ filter_by: `ordinal:[${batch}]` }))
    }
  }

  async close(): Promise<void> {
    this.options.client.configuration.httpAgent?.destroy()
    this.options.client.configuration.httpsAgent?.destroy()
  }

  private documents() {
    const { client, collection } = this.options
    return client.collections<IndexDocument>(collection).documents()
  }

  /** Runs several searches, which fail together. */
  private async ask(searches: IndexSearch[]): Promise<Answer[]> {
    const { collection } = this.options
    const body = { searches: searches.map((search) => ({ collection, ...search })) }
    const { results } = (await this.wire.post('/multi_search', body)) as { results: Answer[] }
    for (const { error, code, search_cutoff } of results) {
      if (error !== undefined) throw new TypesenseError(error, code ? { status: code } : {})
      // A cutoff means that the results are incomplete.
      if (search_cutoff) throw new TypesenseError('the search was cut off', { kind: 'slow' })
    }
    await this.check(results[0]?.out_of ?? 0)
    return results
  }

  /**
   * After a restart Typesense searches the documents loaded so far, and only their number reveals
   * it.
   */
  private async check(outOf: number): Promise<void> {
    const { isLoaded } = this.options
    if (isLoaded && outOf < this.known && !(await isLoaded())) {
      throw new TypesenseError('not every document is loaded yet')
    }
    this.known = outOf
  }

  private async facetCounts(answers: Answer[]): Promise<FacetCounts> {
    const counted = answers.flatMap(({ facet_counts = [] }) => facet_counts)
    const countsOf = (facet: Facet) =>
      counted.find(({ field_name }) => field_name === facetField(facet))?.counts ?? []
    await this.learnWholeValues(
      FACETS.flatMap((facet) => countsOf(facet).map(({ value }) => [facet, value] as const)),
    )
    const counts = {} as FacetCounts
    for (const facet of FACETS) {
      counts[facet] = {}
      for (const { value, count } of countsOf(facet)) {
        const text = isDigest(value) ? this.wholeValues.get(value) : decode(value)
        // No person has this value any longer.
        if (text !== undefined) counts[facet][text] = count
      }
    }
    return counts
  }

  /** Long values are counted by digest: the whole text is read from a person with that value. */
  private async learnWholeValues(values: (readonly [Facet, string])[]): Promise<void> {
    const unknown = values.filter(([, value]) => isDigest(value) && !this.wholeValues.has(value))
    for (let from = 0; from < unknown.length; from += SEARCHES_MAX) {
      const some = unknown.slice(from, from + SEARCHES_MAX)
      const answers = await this.ask(some.map(([facet, digest]) => wholeValueSearch(facet, digest)))
      for (const [index, [facet, digest]] of some.entries()) {
        const whole = answers[index]?.hits?.[0]?.document[wholeField(facet)]
        if (whole !== undefined) this.wholeValues.set(digest, whole)
      }
    }
  }
}

const ordinalsOf = ({ hits = [] }: Answer) => hits.map(({ document }) => Number(document.id))
