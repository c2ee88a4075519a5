import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { TypesenseDouble } from './server.ts'

let double: TypesenseDouble
beforeAll(async () => {
  double = await TypesenseDouble.start()
})
afterAll(() => double.close())

async function call(method: string, path: string, body?: unknown, key = double.apiKey) {
  const response = await fetch(double.url + path, {
    method,
    headers: { 'X-TYPESENSE-API-KEY': key },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isLines = path.includes('/import') || path.includes('/export')
  return { status: response.status, body: isLines ? text : JSON.parse(text) }
}

const schema = {
  name: 'companies',
  fields: [
    { name: 'company_name', type: 'string', sort: true, optional: true },
    { name: 'num_employees', type: 'int32' },
    { name: 'country', type: 'string', facet: true },
    { name: 'rank', type: 'int32', optional: true },
  ],
}
const documents = [
  { id: '124', company_name: 'Stark Industries', num_employees: 5215, country: 'US' },
  { id: '125', company_name: 'Future Technology', num_employees: 1232, country: 'UK' },
  { id: '126', company_name: 'Acme', num_employees: 531, country: 'US' },
  { id: '127', num_employees: 531, country: 'CA' },
]
const lines = (items: unknown[]) => items.map((item) => JSON.stringify(item)).join('\n')

beforeEach(async () => {
  double.faults = {}
  double.collections.clear()
  double.aliases.clear()
  await call('POST', '/collections', schema)
  await call('POST', '/collections/companies/documents/import', lines(documents))
})

const searchFor = async (params: Record<string, unknown>) => {
  const query = new URLSearchParams({ q: '*', ...(params as Record<string, string>) })
  return call('GET', `/collections/companies/documents/search?${query}`)
}
const idsOf = (answer: { body: { hits: { document: { id: string } }[] } }) =>
  answer.body.hits.map(({ document }) => document.id)

it('answers health without a key and everything else only with the right one', async () => {
  expect((await call('GET', '/health', undefined, '')).body).toEqual({ ok: true })
  const refused = await call('GET', '/collections', undefined, 'wrong')
  expect(refused.status).toBe(401)
  expect(refused.body.message).toContain('x-typesense-api-key')
})

it('makes, shows, lists and drops collections', async () => {
  expect((await call('POST', '/collections', schema)).status).toBe(409)
  expect((await call('GET', '/collections/companies')).body).toMatchObject({ num_documents: 4 })
  expect((await call('GET', '/collections')).body).toHaveLength(1)
  expect((await call('DELETE', '/collections/companies')).status).toBe(200)
  expect(await call('GET', '/collections/companies')).toEqual({
    status: 404,
    body: { message: 'Collection not found' },
  })
})

it('lets an alias stand for a collection in every call', async () => {
  await call('PUT', '/aliases/firms', { collection_name: 'companies' })
  expect((await call('GET', '/aliases/firms')).body).toEqual({
    name: 'firms',
    collection_name: 'companies',
  })
  expect((await call('GET', '/collections/firms/documents/124')).body.id).toBe('124')
  await call('DELETE', '/aliases/firms')
  expect((await call('GET', '/collections/firms')).status).toBe(404)
})

it('imports line by line: a bad line fails alone and the answer is 200 all the same', async () => {
  const body = `${lines([documents[0]])}\n[bad doc]\n${lines([{ id: '9', num_employees: 1 }])}`
  const answer = await call('POST', '/collections/companies/documents/import?action=upsert', body)
  expect(answer.status).toBe(200)
  expect(answer.body.split('\n').map((line: string) => JSON.parse(line))).toEqual([
    { success: true },
    { success: false, error: expect.stringContaining('Bad JSON'), code: 400 },
    { success: false, error: expect.stringContaining('`country`'), code: 400 },
  ])
})

it('refuses to create what exists or is no JSON, and replaces with upsert', async () => {
  const changed = { ...documents[0], country: 'FR' }
  const path = '/collections/companies/documents'
  expect((await call('POST', path, changed)).status).toBe(409)
  expect((await call('POST', path, '[bad doc]')).status).toBe(400)
  await call('POST', `${path}?action=upsert`, changed)
  expect((await call('GET', `${path}/124`)).body.country).toBe('FR')
})

it('exports and deletes by filter', async () => {
  const path = '/collections/companies/documents'
  const exported = await call('GET', `${path}/export?filter_by=country:US`)
  expect(exported.body.split('\n')).toHaveLength(2)
  expect((await call('DELETE', `${path}?filter_by=num_employees:[531,1]`)).body).toEqual({
    num_deleted: 2,
  })
  expect((await searchFor({})).body.found).toBe(2)
})

it('gives ten hits of the first page unless told, newest first, and the exact number found', async () => {
  const more = Array.from({ length: 20 }, (_, i) => ({
    id: String(i),
    num_employees: i,
    country: 'DE',
  }))
  await call('POST', '/collections/companies/documents/import', lines(more))
  const answer = await searchFor({})
  expect(answer.body).toMatchObject({ found: 24, out_of: 24, page: 1 })
  expect(idsOf(answer)).toEqual(['19', '18', '17', '16', '15', '14', '13', '12', '11', '10'])
  expect(idsOf(await searchFor({ page: 2, per_page: 2 }))).toEqual(['17', '16'])
  expect(idsOf(await searchFor({ offset: 1, limit: 2 }))).toEqual(['18', '17'])
  expect((await searchFor({ per_page: 0 })).body).toMatchObject({ found: 24, hits: [] })
  expect((await searchFor({ per_page: 251 })).status).toBe(422)
})

it('sorts by up to three fields and puts missing values where it is told', async () => {
  const sorted = async (sort_by: string) => idsOf(await searchFor({ sort_by }))
  expect(await sorted('num_employees:asc,company_name(missing_values: last):desc')).toEqual([
    '126',
    '127',
    '125',
    '124',
  ])
  const byName = 'company_name(missing_values: first):asc'
  expect(await sorted(byName)).toEqual(['127', '126', '125', '124'])
  expect(await sorted('company_name(missing_values: last):desc')).toEqual([
    '124',
    '125',
    '126',
    '127',
  ])
  const ranked = { id: '1', num_employees: 1, country: 'DE', rank: -5 }
  await call('POST', '/collections/companies/documents/import', lines([ranked]))
  for (const direction of ['asc', 'desc']) {
    expect((await sorted(`rank:${direction},num_employees:asc`))[0]).toBe('1')
  }
  expect((await searchFor({ sort_by: 'country:asc' })).status).toBe(404)
  expect((await searchFor({ sort_by: Array(4).fill('num_employees:asc').join() })).status).toBe(400)
})

it('sorts by the first filter of several that a document matches, then by fields', async () => {
  const sorted = async (sort_by: string) => idsOf(await searchFor({ sort_by }))
  const scores = '_eval([(country:[UK,CA]):2,(country:US && num_employees:<1000):1]):desc'
  expect(await sorted(`${scores},num_employees:asc`)).toEqual(['127', '125', '126', '124'])
  const tooMany = `${scores},${Array(3).fill('num_employees:asc').join()}`
  expect((await searchFor({ sort_by: tooMany })).status).toBe(400)
  expect((await searchFor({ sort_by: '_eval([country:US]):desc' })).status).toBe(400)
})

it('counts the values of facets, the most frequent first', async () => {
  const { body } = await searchFor({ facet_by: 'country', max_facet_values: 2, per_page: 0 })
  const [facet] = body.facet_counts
  expect(facet.field_name).toBe('country')
  expect(facet.counts[0]).toMatchObject({ value: 'US', count: 2 })
  expect(facet.counts).toHaveLength(2)
  expect((await searchFor({ facet_by: 'num_employees' })).status).toBe(404)
})

it('looks at four words for a prefix unless told', async () => {
  const names = ['Anna', 'Anders', 'Andrew', 'Anton', 'Angela', 'Ann']
  const more = names.map((company_name, i) => ({
    id: `an${i}`,
    company_name,
    num_employees: i,
    country: 'DE',
  }))
  await call('POST', '/collections/companies/documents/import', lines(more))
  const filter_by = 'company_name:an*'
  expect((await searchFor({ filter_by })).body.found).toBe(4)
  expect((await searchFor({ filter_by, max_filter_by_candidates: 100 })).body.found).toBe(6)
})

it('cuts facet values at 255 characters', async () => {
  const more = ['a', 'b'].map((end) => ({
    id: end,
    num_employees: 1,
    country: 'x'.repeat(255) + end,
  }))
  await call('POST', '/collections/companies/documents/import', lines(more))
  const { body } = await searchFor({ facet_by: 'country', per_page: 0 })
  expect(body.facet_counts[0].counts).toContainEqual(
    expect.objectContaining({ value: 'x'.repeat(255), count: 2 }),
  )
})

it('answers several searches in one call, each with its own fault', async () => {
  const { body } = await call('POST', '/multi_search', {
    searches: [
      { collection: 'companies', q: '*', filter_by: 'country:UK', include_fields: 'id' },
      { collection: 'nobody', q: '*' },
      { collection: 'companies', q: '*', filter_by: 'country' },
    ],
  })
  expect(body.results[0]).toMatchObject({ found: 1, hits: [{ document: { id: '125' } }] })
  expect(body.results[1]).toMatchObject({ code: 404, error: 'Collection not found' })
  expect(body.results[2]).toMatchObject({ code: 400 })
})

it.each([
  ['a search parameter', () => searchFor({ num_typos: '0' })],
  ['a query text', () => searchFor({ q: 'stark' })],
  ['a missing value order', () => searchFor({ sort_by: 'company_name:asc' })],
  [
    'an import action',
    () => call('POST', '/collections/companies/documents/import?action=emplace', '{}'),
  ],
  [
    'a field parameter',
    () =>
      call('POST', '/collections', {
        name: 'x',
        fields: [{ name: 'a', type: 'string', infix: true }],
      }),
  ],
  [
    'a field type',
    () => call('POST', '/collections', { name: 'x', fields: [{ name: 'a', type: 'geopoint' }] }),
  ],
  ['an address that is too long', () => searchFor({ filter_by: `country:${'x'.repeat(4000)}` })],
])('answers 400 with a message to %s it does not know', async (_, request) => {
  const { status, body } = await request()
  if (typeof body === 'string') expect(JSON.parse(body)).toHaveProperty('message')
  else expect(body).toHaveProperty('message')
  expect(status).toBe(400)
})

it('plays a server that is down, slow, or still loading', async () => {
  double.faults = { loadedShare: 0.5 }
  expect((await call('GET', '/collections/companies')).body.num_documents).toBe(2)
  expect((await searchFor({})).body).toMatchObject({ found: 2, out_of: 2 })
  double.faults = { delayMs: 50 }
  const startedAt = performance.now()
  await call('GET', '/health')
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(49)
  double.faults = { isDown: true }
  await expect(call('GET', '/health')).rejects.toThrow()
})
