import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Texts that break what is put together carelessly. */
const nasty = fc.oneof(
  fc.constantFrom(
    "'",
    '"',
    '\\',
    '%',
    '_',
    '%%%%',
    '&',
    '|',
    '!',
    ':*',
    "'); drop table candidates; --",
    'a & | b',
    '(((',
    '\u0000',
    'x\u0000y',
    '\ud800',
    '\udc00x',
    '\u202e',
    '  ',
    '',
    'null',
    '../../etc/passwd',
    'ﷺ'.repeat(30),
    'é́́́',
    'a'.repeat(10_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const odd = fc.oneof(
  nasty,
  fc.integer(),
  fc.double(),
  fc.constantFrom(-1, 0, 1e9, Number.MAX_SAFE_INTEGER, null, true, [], {}),
)

const filters = fc.dictionary(
  fc.oneof(
    fc.constantFrom('query', 'specialty', 'city', 'state', 'title', 'skills', 'companySize'),
    nasty.filter((key) => key !== '__proto__'),
  ),
  fc.oneof(odd, fc.array(nasty, { maxLength: 60 })),
  { maxKeys: 4 },
)

const searchBody = fc.oneof(
  fc.record(
    {
      filters,
      page: odd,
      limit: odd,
      sortKey: odd,
      sortDirection: odd,
      selectAll: odd,
      facets: odd,
    },
    { requiredKeys: [] },
  ),
  // Well-formed but for the text itself, so that it reaches the engine.
  fc.record({
    filters: fc.record(
      { query: nasty, title: fc.array(nasty), city: fc.array(nasty), state: fc.array(nasty) },
      { requiredKeys: [] },
    ),
    facets: fc.boolean(),
  }),
  fc.jsonValue(),
)

/** Right or refused in the one form; never a fault of ours. */
async function expectAnswered(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500)
  if (response.status >= 400) {
    const body = (await response.json()) as { error: { code: string; message: string } }
    expect(body.error.code).toMatch(/^[a-z_]+$/)
    expect(body.error.message).not.toBe('')
    if (response.status === 400) expect(body.error.code).toBe('invalid_input')
  }
}

it('POST /api/search answers any body', async () => {
  await fc.assert(
    fc.asyncProperty(searchBody, async (body) => {
      await expectAnswered(await app.request('/api/search', { json: body }))
    }),
    { numRuns: 600 },
  )
})

it('POST /api/search-errors answers any body', async () => {
  const report = fc.record(
    {
      error_type: fc.constantFrom('timeout', 'other', 'nonsense'),
      error_message: odd,
      search_query: nasty,
      search_filters: filters,
      response_time_ms: odd,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(report, fc.jsonValue()), async (body) => {
      await expectAnswered(await app.request('/api/search-errors', { json: body }))
    }),
    { numRuns: 200 },
  )
})

it('addresses with an id answer any id', async () => {
  await fc.assert(
    fc.asyncProperty(nasty, fc.constantFrom('', '/contact'), async (id, tail) => {
      const path = `/api/candidates/${encodeURIComponent(id.toWellFormed())}${tail}`
      await expectAnswered(await app.request(path, tail ? { json: {} } : {}))
    }),
    { numRuns: 200 },
  )
})

it.each([
  ['broken JSON', '{"filters": {'],
  ['nothing', ''],
  ['a lone surrogate in JSON', '{"filters":{"query":"\\ud800"}}'],
  ['a NUL in JSON', '{"filters":{"query":"a\\u0000b"}}'],
  ['an unknown filter', '{"filters":{"shoeSize":["44"]}}'],
  ['a page of -1', '{"page":-1}'],
  ['a page of 10^9', '{"page":1000000000}'],
  ['a query of 10,000 characters', JSON.stringify({ filters: { query: 'q'.repeat(10_000) } })],
  ['a very deep array', '['.repeat(50_000)],
])('POST /api/search refuses %s as invalid input', async (_name, body) => {
  const response = await app.request('/api/search', { body, method: 'POST' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_input' } })
})

it('refuses a body without a JSON content type', async () => {
  const response = await app.request('/api/search', {
    body: '{}',
    headers: { 'Content-Type': 'text/plain' },
  })
  expect(response.status).toBe(400)
})

it('refuses a body over the limit', async () => {
  const response = await app.request('/api/search', { json: { filler: 'x'.repeat(600_000) } })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ error: { code: 'too_large' } })
})

it('answers an unknown address in the one form', async () => {
  const response = await app.request('/api/nowhere')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
})
