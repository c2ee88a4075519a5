import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from '#api/env.ts'
import { startServer } from '#api/server.ts'
import { seedCrowd } from '#db/generate/seed-crowd.ts'
import { seedDirectory } from '#db/generate/seed-directory.ts'
import { openDatabase } from '#db/open.ts'
import { insertKnownPeople } from './known-people.ts'

/** Enough for many pages, few enough to be generated quickly. */
const PEOPLE = 4000

const dataDir = await mkdtemp(join(tmpdir(), 'clinidex-e2e-'))
// Under root the database server runs as another user, who needs access.
await chmod(dataDir, 0o755)

const env = readEnv({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: 'test' })
// Real services named in the environment are used: DATABASE_URL is an empty database that an Electric
// follows.
const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir })
const start = async () => {
  await seedDirectory(database.sql, { people: PEOPLE, seed: 7 })
  await insertKnownPeople(database.sql)
  await seedCrowd(database.sql)
  return startServer(env, { onStep: () => undefined, onProgress: () => undefined })
}
const removeData = () => rm(dataDir, { recursive: true, force: true })

const server = await start().catch(async (error: unknown) => {
  // PostgreSQL would outlive this process.
  await database.close()
  await removeData()
  throw error
})
await database.close()

process.on('SIGTERM', () => {
  server
    .close()
    .then(removeData)
    .then(() => process.exit(0))
    .catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
})
