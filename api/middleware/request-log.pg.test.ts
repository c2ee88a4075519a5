import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'

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

it('that a part is being prepared is a warning in one line; a fault comes with its place', async () => {
  const search = vi.spyOn(app.parts, 'search')
  const logged = async (error: Error) => {
    search.mockImplementationOnce(() => {
      throw error
    })
    lines.length = 0
    await app.request('/api/search', { json: { filters: { query: 'anybody' } } })
    return lines.map((line) => JSON.parse(line) as { level: number; msg?: string; err?: object })
  }
  const prepared = await logged(new AppError('search_unavailable', 'It is being prepared.'))
  expect(prepared).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'It is being prepared.' }),
  )
  expect(prepared.some(({ level, err }) => level >= 50 || err)).toBe(false)
  const broken = await logged(new TypeError('undefined is not a function'))
  expect(broken).toContainEqual(
    expect.objectContaining({
      level: 50,
      err: expect.objectContaining({ stack: expect.any(String) }),
    }),
  )
  search.mockRestore()
})
