import { pino } from 'pino'
import { afterAll } from 'vitest'
import { EmbeddedEngine } from '#api/services/search/embedded/embedded-engine.ts'
import { buildSegment } from '#api/services/search/embedded/segment-builder.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { connectTypesense, TypesenseError } from '#api/services/search/typesense/client.ts'
import { createCollection } from '#api/services/search/typesense/collections.ts'
import { FallbackEngine } from '#api/services/search/typesense/fallback-engine.ts'
import { TypesenseEngine } from '#api/services/search/typesense/typesense-engine.ts'
import { TypesenseDouble } from '#tests/support/typesense-double/server.ts'
import { describeSearchContract } from './search-contract.ts'

// Against the real server when the environment names one.
const { TYPESENSE_URL, TYPESENSE_API_KEY } = process.env
const double = TYPESENSE_URL ? undefined : await TypesenseDouble.start()
const server = double ?? { url: TYPESENSE_URL ?? '', apiKey: TYPESENSE_API_KEY ?? '' }
const client = connectTypesense(server)
const collections: string[] = []

async function* inBatches(documents: SearchDocument[]) {
  yield documents
}

async function emptyEngine(): Promise<TypesenseEngine> {
  const collection = await createCollection(client)
  collections.push(collection)
  return new TypesenseEngine({ client, collection })
}

afterAll(async () => {
  // The engine's own client was closed with it.
  const cleaner = connectTypesense(server)
  for (const name of collections) await cleaner.collections(name).delete()
  await double?.close()
})

describeSearchContract('Typesense, with a third of the people changed since', async (documents) => {
  const isLate = ({ ordinal }: SearchDocument) => ordinal % 3 === 0
  const typesense = await emptyEngine()
  // Searches that Typesense refuses (a phrase, a long filter) fall back to this engine, as in the
  // product.
  const embedded = new EmbeddedEngine(await buildSegment(inBatches([])))
  const engine = new FallbackEngine({
    primary: typesense,
    secondary: () => embedded,
    whyNotReady: async () => undefined,
    kindOf: (error) => {
      // The server itself refuses none of them.
      if (error instanceof TypesenseError && error.kind === 'refused' && !error.status) {
        return 'refused'
      }
      throw error
    },
    log: pino({ enabled: false }),
  })
  await engine.start()
  const gone = documents
    .slice(0, 50)
    .map((document) => ({ ...document, ordinal: document.ordinal + 5000 }))
  await engine.upsert([...documents, ...gone].filter((document) => !isLate(document)))
  await engine.upsert(documents.filter(isLate).map((person) => ({ ...person, title: 'Not yet' })))
  await engine.upsert(documents.filter(isLate).toReversed())
  await engine.remove(gone.map(({ ordinal }) => ordinal))
  return engine
})
