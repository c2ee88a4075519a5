import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { KNOWN_PEOPLE } from '../../tests/support/known-people.ts'

const lines: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await testApp({
    people: 10,
    log: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
  })
})
afterAll(() => app.close())

it('a request leaves one line with its route, never who was looked for', async () => {
  const id = KNOWN_PEOPLE[0]?.id ?? ''
  await app.request(`/api/candidates/${id}?from=zenobia`, { headers: { 'X-Request-Id': 'r-1' } })
  await app.request('/api/search', { json: { filters: { query: 'featherstonehaugh' } } })
  const [profile, search] = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => 'method' in line)
  expect(profile).toMatchObject({
    requestId: 'r-1',
    method: 'GET',
    route: '/api/candidates/:id',
    status: 200,
  })
  expect(search).toMatchObject({ method: 'POST', route: '/api/search', status: 200 })
  expect(lines.join('')).not.toMatch(/zenobia|featherstonehaugh|00000000-/i)
})
