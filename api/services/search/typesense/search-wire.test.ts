import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { connectTypesense, type TypesenseClient } from './client.ts'
import { SearchWire } from './search-wire.ts'

/** An address with a closed port. */
const AWAY = 'http://127.0.0.1:9'

const servers: Server[] = []
const clients: TypesenseClient[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const { configuration } of clients.splice(0)) configuration.httpAgent?.destroy()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serverOf(answer: RequestListener) {
  const seen = { connections: 0, requests: 0, keys: new Set<unknown>() }
  // By default Node closes a connection that was idle for 5 s, which a busy machine may need
  // between two requests.
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    seen.requests += 1
    seen.keys.add(request.headers['x-typesense-api-key'])
    answer(request, response)
  })
  server.on('connection', () => {
    seen.connections += 1
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, seen, server }
}

function wireTo(url: string): SearchWire {
  const client = connectTypesense({ url, apiKey: 'a-secret' })
  clients.push(client)
  return new SearchWire(client)
}

const answering =
  (body: unknown, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

it('keeps its connection from one search to the next', async () => {
  const { url, seen } = await serverOf(answering({ results: [] }))
  const wire = wireTo(url)
  for (let i = 0; i < 20; i++) expect(await wire.post('/multi_search', {})).toEqual({ results: [] })
  expect(seen).toEqual({ connections: 1, requests: 20, keys: new Set(['a-secret']) })
})

it('asks again when the server closed a kept connection at the wrong moment', async () => {
  const { url, seen } = await serverOf((request, response) => {
    if (seen.requests === 2) request.socket.destroy()
    else answering({ ok: true })(request, response)
  })
  const wire = wireTo(url)
  await wire.post('/multi_search', {})
  expect(await wire.post('/multi_search', {})).toEqual({ ok: true })
  expect(seen.requests).toBe(3)
})

it('passes a node over that is away or not ready, and asks it last from then on', async () => {
  const busy = await serverOf(answering({ message: 'Not Ready or Lagging' }, 503))
  const good = await serverOf(answering({ ok: true }))
  const wire = wireTo(`${AWAY},${busy.url},${good.url}/`)
  for (let i = 0; i < 5; i++) expect(await wire.post('/multi_search', {})).toEqual({ ok: true })
  expect(busy.seen.requests).toBeLessThanOrEqual(1)
  expect(good.seen.requests).toBe(5)
})

it.each([
  [400, 'refused'],
  [422, 'refused'],
  [401, 'away'],
  [404, 'away'],
  [500, 'away'],
  [503, 'away'],
])('tells by status %i that the search was %s', async (status, kind) => {
  const { url } = await serverOf(answering({ message: 'so it says' }, status))
  await expect(wireTo(url).post('/multi_search', {})).rejects.toMatchObject({
    kind,
    status,
    message: 'Typesense: so it says',
  })
})

it('does not choke on an answer that is no JSON', async () => {
  const { url } = await serverOf((_, response) => response.writeHead(502).end('<h1>Bad gateway'))
  await expect(wireTo(url).post('/multi_search', {})).rejects.toMatchObject({
    kind: 'away',
    message: 'Typesense: status 502',
  })
})

it('gives one search three seconds, however the bytes trickle, and others go on beside', async () => {
  let close = (): void => undefined
  const isClosed = new Promise<void>((resolve) => {
    close = resolve
  })
  const { url } = await serverOf((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (!body.includes('slow')) return answering({ ok: true })(request, response)
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => {
        clearInterval(drip)
        close()
      })
    })
  })
  const wire = wireTo(url)
  // The slow request reuses a kept-alive connection, on which a broken request is retried, but not
  // an aborted one.
  await wire.post('/multi_search', {})
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  // The server continues to send single bytes.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const answered = vi.fn((error: unknown) => error)
  const slow = wire.post('/multi_search', { slow: true }).catch(answered)
  expect(await wire.post('/multi_search', {})).toEqual({ ok: true })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(await wire.post('/multi_search', {})).toEqual({ ok: true })
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await slow).toMatchObject({ kind: 'slow', message: 'Typesense: no answer in time' })
  // The server notices the end after the search does.
  await isClosed
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

it('tells no secret when every node is away', async () => {
  const error = await wireTo(AWAY)
    .post('/multi_search', {})
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({ kind: 'away' })
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('a-secret')
})
