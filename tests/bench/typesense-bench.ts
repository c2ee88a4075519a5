import type { CollectionFieldSchema } from 'typesense/lib/Typesense/Collection.js'
import { searchFilters, searchRequest } from '#api/contract/search.ts'
import { EmbeddedEngine } from '#api/services/search/embedded/embedded-engine.ts'
import { buildSegment } from '#api/services/search/embedded/segment-builder.ts'
import type { EngineQuery, SearchDocument } from '#api/services/search/engine.ts'
import { selectionOf } from '#api/services/search/selection.ts'
import { wordByWord } from '#api/services/search/text-query.ts'
import { connectTypesense, type TypesenseClient } from '#api/services/search/typesense/client.ts'
import { createCollection } from '#api/services/search/typesense/collections.ts'
import { TypesenseEngine } from '#api/services/search/typesense/typesense-engine.ts'
import { generatePeople } from '#db/generate/people.ts'
import { Random } from '#db/generate/random.ts'
import { PAGE_SIZE } from '#db/schema/vocabulary.ts'
import { drawVisits, LIST_FILTERS, LISTS, type Vocabulary } from './query-mix.ts'
import { type Spread, spread } from './statistics.ts'

export interface TypesenseBenchOptions {
  people: number
  queries: number
  url: string
  apiKey: string
  onStep(text: string): void
}

interface Indexing {
  perSecond: number
  /** Growth of the server's memory. */
  memoryMb: number
}

export interface TypesenseBenchResult {
  people: number
  /** A schema of the same columns without our fields. */
  plain: Indexing
  ours: Indexing
  searches: Spread & {
    queries: number
    /** Searches with the same total and page as the embedded engine. */
    same: number
    /**
     * Processor time of this process per search in ms: with our own requests, and by the official
     * client.
     */
    cpu: { wire: number; client: number }
  }
}

const SEED = 7
const MIX_SEED = 2026
const BATCH = 5000
const VOCABULARY_PEOPLE = 20_000
/** Searches to compare both ways of requesting. */
const CPU_QUERIES = 500

const PLAIN_FIELDS: CollectionFieldSchema[] = [
  { name: 'ordinal', type: 'int32' },
  ...['first_name', 'middle_name', 'country'].map(text),
  ...['last_name', 'title', 'organization', 'city'].map((name) => ({ ...text(name), sort: true })),
  { ...text('specialty'), sort: true, facet: true },
  ...['company_size', 'company_revenue', 'company_industry', 'state'].map((name) => ({
    ...text(name),
    facet: true,
  })),
  ...['skills', 'education'].map((name): CollectionFieldSchema => ({ name, type: 'string[]' })),
]

function text(name: string): CollectionFieldSchema {
  return { name, type: 'string', optional: true }
}

function plainDocument({ changed_xid, education, contacts, ...person }: SearchDocument): object {
  const schools = Array.isArray(education)
    ? education.flatMap(({ school, degree }) => (degree === null ? [school] : [school, degree]))
    : [education ?? ''].filter((words) => words !== '')
  return { ...person, id: String(person.ordinal), education: schools }
}

/** Measures Typesense: the cost of filling an index, and the speed and correctness of its answers. */
export async function benchTypesense(
  options: TypesenseBenchOptions,
): Promise<TypesenseBenchResult> {
  const { people, queries, onStep } = options
  const client = connectTypesense(options)
  const collections: string[] = []
  try {
    onStep(`${people.toLocaleString('en')} people: a plain schema …`)
    const name = `plain_${Date.now()}`
    await client.collections().create({ name, fields: PLAIN_FIELDS })
    collections.push(name)
    const plain = await fill(client, people, async (documents) => {
      const batches = [0, 1, 2, 3, 4].map((n) => documents.slice(n * 1000, n * 1000 + 1000))
      await Promise.all(
        batches
          .filter((batch) => batch.length > 0)
          .map((batch) => client.collections(name).documents().import(batch.map(plainDocument))),
      )
    })
    await client.collections(name).delete()
    collections.pop()

    onStep('Our schema …')
    const collection = await createCollection(client)
    collections.push(collection)
    const engine = new TypesenseEngine({ client, collection })
    const ours = await fill(client, people, (documents) => engine.upsert(documents))

    onStep('The embedded engine, to compare answers with …')
    const embedded = new EmbeddedEngine(await buildSegment(documents(people)))
    onStep('Searching …')
    const searches = await search(
      { engine, embedded, client, collection },
      takeQueries(queries, await vocabulary(people)),
      onStep,
    )
    await embedded.close()
    return { people, plain, ours, searches }
  } finally {
    for (const name of collections) await client.collections(name).delete()
    client.configuration.httpAgent?.destroy()
  }
}

async function* documents(people: number): AsyncGenerator<SearchDocument[]> {
  let batch: SearchDocument[] = []
  let ordinal = 0
  for (const { candidate, contacts } of generatePeople({ people, seed: SEED })) {
    ordinal += 1
    const known = contacts.map(({ kind, verified_at }) => ({
      kind,
      verified_at: verified_at?.toISOString() ?? null,
    }))
    batch.push({ ...candidate, contacts: known, ordinal, changed_xid: '1' })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function fill(
  client: TypesenseClient,
  people: number,
  take: (documents: SearchDocument[]) => Promise<void>,
): Promise<Indexing> {
  const before = await memoryMb(client)
  let ms = 0
  for await (const batch of documents(people)) {
    // Generating people takes time too, which does not count.
    const startedAt = performance.now()
    await take(batch)
    ms += performance.now() - startedAt
  }
  return { perSecond: (people * 1000) / ms, memoryMb: (await memoryMb(client)) - before }
}

async function memoryMb(client: TypesenseClient): Promise<number> {
  const { typesense_memory_active_bytes: bytes } = (await client.metrics.retrieve()) as {
    typesense_memory_active_bytes?: string
  }
  return Number(bytes ?? Number.NaN) / 1_000_000
}

async function vocabulary(people: number): Promise<Vocabulary> {
  const sample: SearchDocument[] = []
  const step = Math.ceil(people / VOCABULARY_PEOPLE)
  for await (const batch of documents(people)) {
    sample.push(...batch.filter(({ ordinal }) => ordinal % step === 0))
  }
  const values = {} as Vocabulary['values']
  for (const filter of LIST_FILTERS) {
    const distinct = new Set(sample.map((person) => LISTS[filter](person)))
    values[filter] = [...distinct].filter((value) => value !== null)
  }
  return { people: sample, values }
}

function takeQueries(count: number, words: Vocabulary): EngineQuery[] {
  const queries: EngineQuery[] = []
  for (const { body } of drawVisits(new Random(MIX_SEED), words)) {
    if (queries.length === count) break
    const request = searchRequest.parse(body)
    queries.push({
      ...selectionOf(request, wordByWord(request.filters.query)),
      offset: 0,
      limit: PAGE_SIZE,
      facets: false,
    })
  }
  return queries
}

async function search(
  {
    engine,
    embedded,
    client,
    collection,
  }: {
    engine: TypesenseEngine
    embedded: EmbeddedEngine
    client: TypesenseClient
    collection: string
  },
  queries: EngineQuery[],
  onStep: (text: string) => void,
): Promise<TypesenseBenchResult['searches']> {
  const times: number[] = []
  let same = 0
  for (const query of queries) {
    const startedAt = performance.now()
    const answer = await engine.search(query)
    times.push(performance.now() - startedAt)
    const expected = await embedded.search(query)
    if (JSON.stringify(answer) === JSON.stringify(expected)) same += 1
    else onStep(`Another answer to ${JSON.stringify(query)}: ${answer.count}, ${expected.count}`)
  }
  const some = queries.slice(0, CPU_QUERIES)
  const wire = await cpuOf(some.length, async (n) => {
    const query = some[n]
    if (query) await engine.search({ ...query, filters: searchFilters.parse({ state: ['WY'] }) })
  })
  const byClient = await cpuOf(some.length, async () => {
    const one = { collection, q: '*', filter_by: 'state:[057059]', include_fields: 'id', limit: 25 }
    await client.multiSearch.perform({ searches: [one] })
  })
  return { queries: queries.length, same, ...spread(times), cpu: { wire, client: byClient } }
}

async function cpuOf(times: number, call: (n: number) => Promise<void>): Promise<number> {
  for (let n = 0; n < 100; n++) await call(n)
  const before = process.cpuUsage()
  for (let n = 0; n < times; n++) await call(n)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

export function typesenseReport({ people, plain, ours, searches }: TypesenseBenchResult): string {
  const rate = ({ perSecond, memoryMb: mb }: Indexing) =>
    `${Math.round(perSecond).toLocaleString('en')} people/s, ${Math.round(mb)} MB`
  const ms = (value: number) => value.toFixed(2)
  return [
    `Typesense, ${people.toLocaleString('en')} people`,
    `  plain schema   ${rate(plain)}`,
    `  ours           ${rate(ours)}: ${(plain.perSecond / ours.perSecond).toFixed(2)} × the time`,
    `  searches       p50 ${ms(searches.p50)}, p95 ${ms(searches.p95)}, p99 ${ms(searches.p99)} ms`,
    `  same answers   ${searches.same} of ${searches.queries} as the embedded engine`,
    `  processor      ${ms(searches.cpu.wire)} ms a search here, ${ms(searches.cpu.client)} by the npm client`,
  ].join('\n')
}
