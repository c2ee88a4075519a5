import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../api/app.ts'
import type { Parts } from '../../api/context.ts'
import { readEnv } from '../../api/env.ts'
import { createLog } from '../../api/log.ts'
import { openAccess } from '../../api/middleware/open-access.ts'
import { openSearch } from '../../api/services/search/open-search.ts'
import type { Sql } from '../../db/client.ts'
import { seedDirectory } from '../../db/generate/seed-directory.ts'
import { type Role, VISITOR } from '../../sync/contract/permissions.ts'
import { testDatabase } from './database.ts'
import { insertKnownPeople } from './known-people.ts'

export interface TestApp {
  sql: Sql
  parts: Parts
  /** Sends a request as somebody of this role; a `json` body is stringified. */
  request(
    path: string,
    options?: { as?: Role; method?: string; json?: unknown; body?: string; headers?: HeadersInit },
  ): Promise<Response>
  close(): Promise<void>
}

/** The real application over a real database with the known people and some generated ones. */
export async function testApp({ people = 300, log = createLog('silent') } = {}): Promise<TestApp> {
  const database = await testDatabase()
  await seedDirectory(database.sql, { people, seed: 7 })
  await insertKnownPeople(database.sql)
  const dataDir = await mkdtemp(join(tmpdir(), 'clinidex-app-'))
  const search = openSearch({ sql: database.sql, dataDir, log })
  await search.ready
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const parts: Parts = { env, log, sql: database.sql, search: search.engine }
  const appFor = (role: Role) =>
    createApp(
      parts,
      openAccess({ ...VISITOR, role, tier: role === 'subscriber' ? 'premium' : null }),
    )
  return {
    sql: database.sql,
    parts,
    async request(path, { as = 'subscriber', method, json, body, headers } = {}) {
      const sent = json === undefined ? body : JSON.stringify(json)
      return appFor(as).request(path, {
        method: method ?? (sent === undefined ? 'GET' : 'POST'),
        headers: {
          ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      })
    },
    async close() {
      await search.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
