import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { seedImports } from './seed-imports.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 10 })
})
afterAll(() => app.close())

it('a first start shows three imports of the past, and the next start no more', async () => {
  const options = { by: 'admin@clinidex.test', now: new Date() }
  await seedImports(app.parts.sql, options)
  await seedImports(app.parts.sql, options)
  const answer = await app.request('/api/admin/imports', { as: 'admin' })
  const { imports } = (await answer.json()) as { imports: unknown[] }
  expect(imports).toMatchObject([
    { state: 'failed', format: 'csv', created_by: 'admin@clinidex.test', hasFile: false },
    { state: 'done', format: 'deactivated', counts: { removed: 38 } },
    { state: 'done', format: 'nppes', counts: { new: 48_941, rejected: 3 } },
  ])
})
