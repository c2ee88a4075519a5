import type { FacetCounts, SearchFilters, SpecialtyCount } from '../../../../db/schema/search.ts'
import { FACETS } from '../../../../db/schema/search.ts'
import { clausesOf } from '../embedded/tokens.ts'
import type { EngineQuery, EngineResult, SearchDocument, SearchEngine } from '../engine.ts'
import { mergeSpecialtyCounts } from '../specialty-names.ts'
import { ask, type TypesenseClient, TypesenseError } from './client.ts'
import { decode } from './encoding.ts'
import { facetField, type IndexDocument, indexDocument } from './index-document.ts'
import { facetSearch, facetSearches, type IndexSearch, pageSearches } from './query.ts'

/** Documents of one import call: some two megabytes. */
const IMPORT_BATCH = 1000
/** Ordinals of one removal: they travel in the address, which may be 4,000 characters long. */
const REMOVE_BATCH = 200

interface Answer {
  found: number
  out_of: number
  hits?: { document: { id: string } }[]
  facet_counts?: { field_name: string; counts: { value: string; count: number }[] }[]
  error?: string
  code?: number
}

export interface TypesenseEngineOptions {
  client: TypesenseClient
  /** A collection or an alias of one. */
  collection: string
  /** Asked when there are fewer people than there were: whether it is nevertheless everybody. */
  isLoaded?: () => Promise<boolean>
}

/**
 * Typesense as a search engine. It answers exactly because it is never asked to understand: words,
 * their beginnings, order and folding are worked out here (`index-document.ts`), and a search is
 * filters over whole words, without a query, ranking or typo tolerance.
 *
 * Pages far into a broad result are the slow ones: Typesense sorts all that comes before them.
 */
export class TypesenseEngine implements SearchEngine {
  private known = 0

  constructor(private readonly options: TypesenseEngineOptions) {}

  /** @throws TypesenseError when it cannot answer, or not yet for everybody */
  async search(query: EngineQuery): Promise<EngineResult> {
    const clauses = clausesOf(query.filters)
    const pages = pageSearches(clauses, query)
    const answers = await this.ask([...pages, ...(query.facets ? facetSearches(clauses) : [])])
    const result: EngineResult = {
      ordinals: answers.slice(0, pages.length).flatMap(ordinalsOf),
      count: answers[0]?.found ?? 0,
    }
    if (query.facets) result.facets = facetCounts(answers.slice(pages.length))
    return result
  }

  async selectIds(filters: SearchFilters, limit: number): Promise<EngineResult> {
    const answers = await this.ask(pageSearches(clausesOf(filters), { offset: 0, limit }))
    return { ordinals: answers.flatMap(ordinalsOf), count: answers[0]?.found ?? 0 }
  }

  async specialtyCounts(): Promise<SpecialtyCount[]> {
    const { specialty } = facetCounts(await this.ask([facetSearch(['specialty'], [])]))
    return mergeSpecialtyCounts(Object.entries(specialty))
  }

  async upsert(documents: SearchDocument[]): Promise<void> {
    for (let from = 0; from < documents.length; from += IMPORT_BATCH) {
      const batch = documents.slice(from, from + IMPORT_BATCH).map(indexDocument)
      await ask(this.documents().import(batch, { action: 'upsert' }))
    }
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

  /** Answers of several searches; they fail together. */
  private async ask(searches: IndexSearch[]): Promise<Answer[]> {
    const { client, collection } = this.options
    const body = { searches: searches.map((search) => ({ collection, ...search })) }
    const { results } = (await ask(client.multiSearch.perform(body))) as { results: Answer[] }
    const failed = results.find(({ error }) => error !== undefined)
    if (failed) throw new TypesenseError(failed.error ?? '', failed.code)
    await this.check(results[0]?.out_of ?? 0)
    return results
  }

  /**
   * After a restart Typesense answers for the documents it has loaded so far and says so only by
   * their number.
   */
  private async check(outOf: number): Promise<void> {
    const { isLoaded } = this.options
    if (isLoaded && outOf < this.known && !(await isLoaded())) {
      throw new TypesenseError('not every document is loaded yet')
    }
    this.known = outOf
  }
}

const ordinalsOf = ({ hits = [] }: Answer) => hits.map(({ document }) => Number(document.id))

function facetCounts(answers: Answer[]): FacetCounts {
  const counted = answers.flatMap(({ facet_counts = [] }) => facet_counts)
  const countsOf = (field: string) =>
    counted.find(({ field_name }) => field_name === field)?.counts ?? []
  return Object.fromEntries(
    FACETS.map((facet) => [
      facet,
      Object.fromEntries(
        countsOf(facetField(facet)).map(({ value, count }) => [decode(value), count]),
      ),
    ]),
  ) as FacetCounts
}
