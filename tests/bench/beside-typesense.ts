import { setTimeout as sleep } from 'node:timers/promises'
import { searchRequest } from '#api/contract/search.ts'
import { clausesOf } from '#api/services/search/embedded/clauses.ts'
import { selectionOf } from '#api/services/search/selection.ts'
import { wordByWord } from '#api/services/search/text-query.ts'
import { connectTypesense } from '#api/services/search/typesense/client.ts'
import { countDocuments, liveCollection } from '#api/services/search/typesense/collections.ts'
import { type IndexSearch, pageSearches } from '#api/services/search/typesense/query.ts'
import { PAGE_SIZE } from '#db/schema/vocabulary.ts'
import type { Visit } from './query-mix.ts'
import { startServerProcess } from './server-process.ts'
import { type Spread, spread } from './statistics.ts'

/** A Typesense server; it is given a collection of the directory, which stays for the next run. */
export interface TypesenseServer {
  url: string
  apiKey: string
}

/** How fast Typesense itself finds the first pages of searches, without the people on them. */
export interface TypesenseResult {
  /** Times in the app's order, best match, which makes Typesense sort all matches. */
  inOrder: Asked
  /** Times in the order in which Typesense finds people. */
  inAnyOrder: Asked
}

export interface Asked extends Spread {
  queries: number
  perSecond: number
}

const LOOK_EVERY_MS = 1000
/** The longest that filling it may take: 1.5 million people take some eight minutes. */
const FILL_MS = 3_600_000
/** No search begins after this time. */
const LOAD_SECONDS = 60

interface Order {
  visits: Visit[]
  warmUp: Visit[]
  clients: number
}

/**
 * Asks Typesense for the searches that an embedded engine answered, on as many connections. A sentence
 * is asked word by word.
 * @param people in the directory.
 */
export async function measureTypesense(
  dataDir: string,
  people: number,
  typesense: TypesenseServer,
  { visits, warmUp, clients }: Order,
): Promise<TypesenseResult> {
  const collection = await fillTypesense(dataDir, people, typesense)
  const ask = (searches: IndexSearch[][]) => askAll(typesense, collection, searches, clients)
  const searches = visits.map(searchesOf)
  await ask(warmUp.map(searchesOf))
  return {
    inOrder: await ask(searches),
    inAnyOrder: await ask(searches.map((each) => each.map(({ sort_by: _, ...any }) => any))),
  }
}

function searchesOf({ body }: Visit): IndexSearch[] {
  const request = searchRequest.parse(body)
  const query = selectionOf(request, wordByWord(request.filters.query))
  return pageSearches(clausesOf(query), { ...query, offset: 0, limit: PAGE_SIZE })
}

/** A server of the app fills it. @returns the collection */
async function fillTypesense(
  dataDir: string,
  people: number,
  typesense: TypesenseServer,
): Promise<string> {
  const client = connectTypesense(typesense)
  const { url, apiKey } = typesense
  const env = { TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey }
  const until = performance.now() + FILL_MS
  const server = await startServerProcess(dataDir, { env })
  try {
    while (performance.now() < until) {
      const collection = await liveCollection(client)
      const count = collection && (await countDocuments(client, collection))
      if (collection && count === people) return collection
      await sleep(LOOK_EVERY_MS)
    }
    throw new Error(`Typesense does not hold the ${people} people of ${dataDir}.`)
  } finally {
    await server.stop('SIGTERM')
    client.configuration.httpAgent?.destroy()
  }
}

async function askAll(
  { url, apiKey }: TypesenseServer,
  collection: string,
  searches: IndexSearch[][],
  clients: number,
): Promise<Asked> {
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  const waiting = searches.toReversed()
  const times: number[] = []
  async function ask(): Promise<void> {
    for (let parts = waiting.pop(); parts && elapsed() < LOAD_SECONDS; parts = waiting.pop()) {
      const body = JSON.stringify({ searches: parts.map((part) => ({ collection, ...part })) })
      const askedAt = performance.now()
      const answer = await fetch(`${url}/multi_search`, {
        method: 'POST',
        headers: { 'X-TYPESENSE-API-KEY': apiKey, 'Content-Type': 'application/json' },
        body,
      })
      const text = await answer.text()
      times.push(performance.now() - askedAt)
      if (!answer.ok || text.includes('"error":'))
        throw new Error(`Typesense answered ${text} for ${body}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, ask))
  return { queries: times.length, perSecond: times.length / elapsed(), ...spread(times) }
}
