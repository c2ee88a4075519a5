import { join } from 'node:path'
import { candidatesJson } from '../../api/services/candidates.ts'
import { databaseIdentity } from '../../api/services/search/document-source.ts'
import { EmbeddedEngine } from '../../api/services/search/embedded/embedded-engine.ts'
import { readSnapshot } from '../../api/services/search/embedded/snapshot.ts'
import type { Sql } from '../../db/client.ts'
import { searchRequest } from '../../db/schema/search.ts'
import type { LoadResult } from './load.ts'
import type { BenchBody, Visit } from './query-mix.ts'
import { ascending, percentile } from './statistics.ts'

const SLOWEST = 10
const REPEATS = 5

export interface SlowQuery {
  body: BenchBody & { page: number }
  hits: number
  /** As it was measured in the run. */
  ms: number
  /** Run again by itself: the first time, with the bitmaps it needs not open yet, and the median. */
  engineFirstMs: number
  engineMs: number
  pageMs: number
}

/**
 * The slowest searches of a run, each repeated part by part without HTTP: where a part stays slow
 * the query is dear, where none does something else held it up (a collection of garbage, the other
 * processes of the machine).
 */
export async function explainSlowest(
  sql: Sql,
  dataDir: string,
  visits: Visit[],
  { answered }: LoadResult,
): Promise<SlowQuery[]> {
  const path = join(dataDir, 'search', 'index.snapshot')
  const { data } = await readSnapshot(path, await databaseIdentity(sql))
  const engine = new EmbeddedEngine(data)
  const slow: SlowQuery[] = []
  for (const { visit, page, hits, ms } of answered
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)) {
    const body = { filters: {}, ...visits[visit]?.body, page }
    const { filters, limit, sortKey, sortDirection } = searchRequest.parse(body)
    const sort = sortKey ? { sort: { key: sortKey, direction: sortDirection } } : {}
    const query = { filters, offset: (page - 1) * limit, limit, facets: false, ...sort }
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
      engineFirstMs: engineTimes[0] ?? 0,
      engineMs: percentile(ascending(engineTimes), 0.5),
      pageMs: percentile(ascending(pageTimes), 0.5),
    })
  }
  await engine.close()
  return slow
}
