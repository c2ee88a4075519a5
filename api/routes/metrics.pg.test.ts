import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#api/app.ts'
import { session } from '#api/middleware/session.ts'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import { addShapes, addSlots } from '#api/services/metrics/scraped.ts'
import { connect } from '#db/client.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { CONTRACT_HEADER, USER_HEADER } from '#sync/contract/wire.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { device, PASSWORD } from '#tests/support/cookie-jar.ts'
import { figureOf } from '#tests/support/figure-of.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { pushAs, wireMutation } from '#tests/support/push.ts'
import { soon } from '#tests/support/soon.ts'

const TOKEN = randomBytes(32).toString('hex')
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` }

let app: TestApp
beforeAll(async () => {
  const away = 'http://127.0.0.1:1'
  app = await testApp({
    people: 20,
    hasShapes: true,
    env: {
      METRICS_TOKEN: TOKEN,
      SMTP_URL: 'smtp://127.0.0.1:1',
      OPENAI_API_KEY: 'sk-none',
      OPENAI_BASE_URL: away,
    },
  })
})
afterAll(() => app.close())

const scrape = async () => {
  const response = await app.request('/metrics', { as: 'session', headers: AUTHORIZED })
  expect(response.status).toBe(200)
  return response.text()
}
const figure = (name: string, labels?: Record<string, string>) =>
  figureOf(app.parts.metrics, `clinidex_${name}`, labels)

/** How much an action increases a metric. */
async function raised(
  act: () => Promise<unknown>,
  name: string,
  labels?: Record<string, string>,
): Promise<number> {
  const before = (await figure(name, labels)) ?? 0
  await act()
  return ((await figure(name, labels)) ?? 0) - before
}

describe('who may read the figures', () => {
  it('the holder of the token, in Prometheus’ format and from no cache', async () => {
    const response = await app.request('/metrics', { as: 'session', headers: AUTHORIZED })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain(
      '# TYPE clinidex_http_request_duration_seconds histogram',
    )
  })

  it('to anybody else, an administrator too, there is no such address', async () => {
    const unknown = await app.request('/no-such-address')
    const wrong: Record<string, string>[] = [
      {},
      { Authorization: `Bearer ${TOKEN}0` },
      { Authorization: `Bearer ${TOKEN.slice(1)}` },
      { Authorization: TOKEN },
      { Authorization: 'Bearer ' },
    ]
    for (const headers of wrong) {
      const response = await app.request('/metrics', { as: 'admin', headers })
      expect(response.status).toBe(404)
      expect(await response.text()).toBe(await unknown.clone().text())
    }
  })

  it('nobody where no token is set', async () => {
    const { METRICS_TOKEN: _, ...env } = app.parts.env
    const closed = createApp({ ...app.parts, env }, session())
    for (const Authorization of ['Bearer undefined', 'Bearer ', '']) {
      const response = await closed.request('/metrics', { headers: { Authorization } })
      expect(response.status).toBe(404)
    }
  })
})

describe('each figure is raised by what it counts', () => {
  const COUNT = 'http_request_duration_seconds_count'

  it('an answer: by the pattern of its route, method and class of status', async () => {
    const id = KNOWN_PEOPLE[0]?.id
    const seen = { route: '/api/candidates/:id', method: 'GET' }
    const read = (path: string) => () => app.request(path)
    expect(await raised(read(`/api/candidates/${id}`), COUNT, { ...seen, status: '2xx' })).toBe(1)
    const missing = `/api/candidates/${crypto.randomUUID()}`
    expect(await raised(read(missing), COUNT, { ...seen, status: '4xx' })).toBe(1)
    const refused = { route: '/api/search', method: 'POST', status: '4xx' }
    const visit = () => app.request('/api/search', { as: 'visitor', json: {} })
    expect(await raised(visit, COUNT, refused)).toBe(1)
  })

  it('a method that nobody has, as other', async () => {
    const act = () => app.request('/healthz', { method: 'BREW' })
    expect(await raised(act, COUNT, { method: 'other' })).toBe(1)
  })

  it('a search, by its engine; and the index that it asked', async () => {
    const act = () => app.request('/api/search', { json: {} })
    const engine = { engine: 'embedded' }
    expect(await raised(act, 'search_duration_seconds_count', engine)).toBe(1)
    const [people] = await app.sql<{ count: number }[]>`select count(*)::int from candidates`
    expect(await figure('search_index_people')).toBe(people?.count)
    expect(await figure('search_index_bytes')).toBeGreaterThan(1000)
    expect(await figure('search_index_age_seconds')).toBeLessThan(600)
    const behind = await figure('search_index_behind_seconds')
    expect(behind).toBeGreaterThanOrEqual(0)
    expect(behind).toBeLessThan(600)
  })

  it('a mutation: how long it waited on the device, by the device’s clock', async () => {
    const args = { id: crypto.randomUUID(), name: 'Late', description: null, candidate_ids: [] }
    const made = { ...wireMutation('lists.create', args), created_at: '2020-01-01T00:00:00.000Z' }
    const json = {
      version: CONTRACT_VERSION,
      user_id: 'subscriber',
      sent_at: '2020-01-01T02:00:00.000Z',
      mutations: [made],
    }
    const act = () => app.request('/api/mutations', { json })
    expect(await raised(act, 'outbox_age_seconds_sum')).toBe(7200)
    expect(
      await raised(() => app.request('/api/mutations', { json }), 'outbox_age_seconds_count'),
    ).toBe(1)
  })

  it('a live request: held while it waits, then the time from the commit to its answer', async () => {
    const headers = { [USER_HEADER]: 'subscriber', [CONTRACT_HEADER]: String(CONTRACT_VERSION) }
    const first = await app.request('/api/shapes/lists?offset=-1', { headers })
    await first.text()
    const position = {
      name: 'lists',
      handle: first.headers.get('electric-handle'),
      offset: first.headers.get('electric-offset'),
    }
    expect(await figure('held_requests')).toBe(0)
    const json = { version: CONTRACT_VERSION, user_id: 'subscriber', shapes: [position] }
    const delivered = await raised(async () => {
      const waiting = app.request('/api/shapes/live', { json })
      await soon(async () => expect(await figure('held_requests')).toBe(1))
      const args = { id: crypto.randomUUID(), name: 'News', description: null, candidate_ids: [] }
      await pushAs(app, 'subscriber', wireMutation('lists.create', args))
      expect((await waiting).status).toBe(200)
    }, 'sync_delivery_seconds_count')
    expect(delivered).toBe(1)
    expect(await figure('held_requests')).toBe(0)
    // A delay of less than a millisecond counts as zero.
    expect(await figure('sync_delivery_seconds_sum')).toBeLessThan(60)
  })

  it('the log that a slot has not confirmed, in bytes; none where the database is away', async () => {
    const [slot] = await app.sql<{ name: string }[]>`
      select slot_name as name from pg_replication_slots where database = current_database()`
    // The metric is omitted when the database takes longer than a scrape may.
    await soon(async () => {
      const lag = await figure('replication_slot_lag_bytes', { slot: slot?.name ?? '' })
      expect(lag).toBeGreaterThanOrEqual(0)
    })

    const metrics = createMetrics()
    const away = connect('postgres://nobody:nothing@127.0.0.1:1/nowhere')
    addSlots(metrics, away)
    const text = await metrics.registry.metrics()
    expect(text).toContain('clinidex_held_requests 0')
    expect(text).not.toContain('clinidex_replication_slot_lag_bytes{')
    await away.end({ timeout: 1 })
  })

  it('whether the shape server answers', async () => {
    await soon(async () => expect(await figure('sync_ready')).toBe(1))
    const metrics = createMetrics()
    addShapes(metrics, { isReady: async () => false })
    expect(await metrics.registry.metrics()).toContain('clinidex_sync_ready 0')
  })

  it('a mail that the server did not take', async () => {
    const json = { email: 'unlucky@hospital.test', password: PASSWORD, name: 'Unlucky' }
    const act = () => device(app, '203.0.113.90')('/api/auth/sign-up/email', { json })
    expect(await raised(act, 'outside_failures_total', { service: 'mail' })).toBe(1)
    const send = () =>
      app.parts.mailer
        .send({ to: 'someone@hospital.test', subject: 'News', html: 'News', text: 'News' })
        // The server is unavailable.
        .catch(() => undefined)
    expect(await raised(send, 'outside_failures_total', { service: 'mail' })).toBe(1)
  })

  it('a draft that the AI service did not write', async () => {
    const json = {
      ...{ jobTitle: 'Nurse', jobDescription: 'Nights.', tone: 'friendly' },
      ...{ length: 'short', positionType: 'per-diem', mode: 'recruiter' },
    }
    const act = () => app.request('/api/emails/generate', { json })
    expect(await raised(act, 'outside_failures_total', { service: 'ai' })).toBe(1)
  })

  it('a notice that the push service did not take', async () => {
    const target = { endpoint: 'https://127.0.0.1:1/', p256dh: 'none', auth: 'none' }
    const act = () =>
      app.parts.push.send(target, { title: 'News', body: 'News', path: '/' } as never)
    expect(await raised(act, 'outside_failures_total', { service: 'push' })).toBe(1)
  })
})

it('no label holds an id, an address or an e-mail, whatever requests say', async () => {
  const ids = [
    crypto.randomUUID(),
    KNOWN_PEOPLE[0]?.id ?? '',
    '1234567893',
    'someone@hospital.test',
  ]
  const networks = ['203.0.113.7', '2001:db8:0:77::1']
  const { routes } = createApp(app.parts, session())
  const paths = [...new Set(routes.map(({ path }) => path))]
  expect(paths.length).toBeGreaterThan(100)
  for (const [index, path] of paths.entries()) {
    const id = ids[index % ids.length] ?? ''
    const address = path
      .replace(/:[a-z]\w*(\{[^/]*\})?\??/gi, encodeURIComponent(id))
      .replaceAll('*', `${encodeURIComponent(id)}/more`)
    const network = networks[index % networks.length] ?? ''
    const query = `?q=${id}&owner=${id}`
    for (const method of ['GET', 'POST']) {
      const json = method === 'POST' ? { json: { id, email: id } } : {}
      await (await app.request(address + query, { method, network, as: 'visitor', ...json })).text()
    }
  }
  const text = await scrape()
  const labels = [...text.matchAll(/="((?:[^"\\]|\\.)*)"/g)].map(([, value = '']) => value)
  expect(labels).toContain('/api/candidates/:id')
  const personal = labels.filter((label) =>
    [...ids, ...networks].some(
      (one) => label.includes(one) || label.includes(encodeURIComponent(one)),
    ),
  )
  expect(personal).toEqual([])
  expect(labels.filter((label) => /@|[0-9a-f]{8}-|\d+\.\d+\.\d+\.\d+/.test(label))).toEqual([])
  // The labels are bounded: every label of a route is a pattern from the code.
  const used = [...text.matchAll(/_count\{route="([^"]*)"/g)].map(([, route = '']) => route)
  const known = new Set(paths.map((path) => JSON.stringify(path).slice(1, -1)))
  expect(used.filter((route) => !known.has(route))).toEqual([])
})
