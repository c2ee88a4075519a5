import { join } from 'node:path'
import { searchRequest } from '#api/contract/search.ts'
import { candidatesJson } from '#api/services/directory/candidates.ts'
import { databaseIdentity } from '#api/services/search/document-source.ts'
import { EmbeddedEngine } from '#api/services/search/embedded/embedded-engine.ts'
import { readSnapshot } from '#api/services/search/embedded/snapshot.ts'
import { selectionOf } from '#api/services/search/selection.ts'
import { openUnderstanding, understoodFilters } from '#api/services/search/understood.ts'
import type { Sql } from '#db/client.ts'
import { type LoadResult, type Steps, stepsOf } from './load.ts'
import type { Answered } from './load-process.ts'
import type { BenchBody, Visit } from './query-mix.ts'
import type { Collection } from './server-process.ts'
import { ascending, percentile } from './statistics.ts'

const SLOWEST = 10
const REPEATS = 5

export interface SlowQuery {
  body: BenchBody & { page: number }
  hits: number
  /** As measured in the run: total, steps, and the delays within them. */
  ms: number
  steps: Steps
  waits: NonNullable<Answered['waits']>
  collectionMs: number
  /** Repeated alone: the median. */
  again: { engine: number; page: number }
}

/**
 * The slowest searches of a run with the delays of each, and each repeated alone without HTTP: a step
 * that stays slow means an expensive query, otherwise the search had to wait.
 */
export async function explainSlowest(
  sql: Sql,
  dataDir: string,
  visits: Visit[],
  { answered }: LoadResult,
  collections: readonly Collection[],
): Promise<SlowQuery[]> {
  const path = join(dataDir, 'search', 'index.snapshot')
  const { data } = await readSnapshot(path, await databaseIdentity(sql))
  const engine = new EmbeddedEngine(data)
  await engine.vocabulary.prepare()
  const understand = openUnderstanding({ vocabulary: () => engine.vocabulary })
  const slow: SlowQuery[] = []
  for (const answer of answered.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
    const { visit, page, hits, ms } = answer
    const body = { filters: {}, ...visits[visit]?.body, page }
    const request = searchRequest.parse(body)
    const { filters, limit } = request
    const { clauses } = understoodFilters(understand, filters)
    const selection = selectionOf(request, clauses)
    const query = { ...selection, offset: (page - 1) * limit, limit, facets: false }
    const engineTimes: number[] = []
    const pageTimes: number[] = []
    for (let i = 0; i < REPEATS; i++) {
      const startedAt = performance.now()
      const { ordinals } = await engine.search(query)
      const foundAt = performance.now()
      await candidatesJson(sql, ordinals)
      engineTimes.push(foundAt - startedAt)
      pageTimes.push(performance.now() - foundAt)
    }
    slow.push({
      body,
      hits,
      ms,
      steps: stepsOf(answer),
      waits: answer.waits ?? { server: 0, database: 0, client: 0 },
      collectionMs: overlap(answer, collections),
      again: {
        engine: percentile(ascending(engineTimes), 0.5),
        page: percentile(ascending(pageTimes), 0.5),
      },
    })
  }
  await engine.close()
  return slow
}

/** Time of garbage collections during the answer. */
function overlap({ at, ms }: Answered, collections: readonly Collection[]): number {
  return collections.reduce((sum, collection) => {
    const from = Math.max(at, collection.at)
    const to = Math.min(at + ms, collection.at + collection.ms)
    return sum + Math.max(0, to - from)
  }, 0)
}
