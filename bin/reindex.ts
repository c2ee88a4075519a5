import { readEnv } from '#api/env.ts'
import { connectTypesense } from '#api/services/search/typesense/client.ts'
import { reindex } from '#api/services/search/typesense/reindex.ts'
import { openDatabase } from '#db/open.ts'
import { command } from './command.ts'
import { ProgressBar } from './progress-bar.ts'

const USAGE = `npm run reindex

Builds a new search index in Typesense while the old one serves searches, and then replaces it.
Needs TYPESENSE_URL and TYPESENSE_API_KEY; without them the embedded engine keeps its own index.`

/**
 * `npm run reindex` builds a new Typesense index. Ctrl-C aborts it at any time; the live index is
 * not changed.
 */
export const run = command(async (argv) => {
  if (argv.length > 0) {
    console.log(USAGE)
    return
  }
  const people = await reindexFromEnvironment()
  console.log(`The new index answers for ${people.toLocaleString('en')} people.`)
})

async function reindexFromEnvironment(): Promise<number> {
  const env = readEnv(process.env)
  const { TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey } = env
  if (!url || !apiKey)
    throw new Error(`TYPESENSE_URL and TYPESENSE_API_KEY are needed.\n\n${USAGE}`)
  const interruption = new AbortController()
  process.once('SIGINT', () => interruption.abort(new Error('Ended. The old index answers on.')))
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  try {
    return await reindex({
      sql: database.sql,
      client: connectTypesense({ url, apiKey }),
      onProgress: new ProgressBar().update,
      signal: interruption.signal,
    })
  } finally {
    await database.close()
  }
}
