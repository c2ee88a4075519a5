import { getMigrations } from 'better-auth/db/migration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '#api/log.ts'
import { testDatabase } from '#tests/support/database.ts'
import { authOptions } from './options.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

it('our migrations leave the authentication library nothing to add', async () => {
  const options = authOptions({
    sql: database.sql,
    log: createLog('silent'),
    secret: 's'.repeat(32),
    origins: ['http://localhost'],
  })
  const { toBeCreated, toBeAdded, compileMigrations } = await getMigrations(options)
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
  expect(await compileMigrations()).toBe(';')
})
