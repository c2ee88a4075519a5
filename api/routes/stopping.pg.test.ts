import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { CONTRACT_HEADER, USER_HEADER } from '#sync/contract/wire.ts'
import { LONG_POLL_MS } from '#sync/server/shape-server/protocol.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'

let app: TestApp
let position: { handle: string; offset: string }
let waiting: Promise<Response>[]
beforeAll(async () => {
  app = await testApp({ people: 10, hasShapes: true })
  const first = await read('offset=-1')
  const told = (name: string) => first.headers.get(`electric-${name}`) ?? ''
  position = { handle: told('handle'), offset: told('offset') }
  expect((await app.request('/readyz')).status).toBe(200)
  waiting = [readLive(), gather()]
  // The time would suffice for each of them to respond.
  expect(await Promise.race([...waiting, new Promise((pass) => setTimeout(pass, 500))])).toBe(
    undefined,
  )
  app.stop()
})
afterAll(() => app.close())

const headers = { [USER_HEADER]: 'subscriber', [CONTRACT_HEADER]: String(CONTRACT_VERSION) }
const read = (query: string) => app.request(`/api/shapes/lists?${query}`, { headers })
const readLive = () => read(new URLSearchParams({ ...position, live: 'true' }).toString())
const gather = () =>
  app.request('/api/shapes/live', {
    json: {
      version: CONTRACT_VERSION,
      user_id: 'subscriber',
      shapes: [{ name: 'lists', ...position }],
    },
  })

/** Checks the headers that the protocol's own client requires. */
const expectNothingNew = (response: Response | undefined) => {
  expect(response?.status).toBe(204)
  expect(response?.headers.get('cache-control')).toBe('private, no-store')
}

it('a process that stops is not ready, at once', async () => {
  const response = await app.request('/readyz')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    error: { code: 'unavailable', message: 'The server is stopping.' },
  })
  expect((await app.request('/healthz')).status).toBe(200)
})

it('answers live requests that wait with nothing new, and those that come', async () => {
  const started = performance.now()
  const [alone, gathered] = await Promise.all(waiting)
  const [next, nextGathered] = await Promise.all([readLive(), gather()])
  expect(performance.now() - started).toBeLessThan(LONG_POLL_MS / 2)
  for (const response of [alone, gathered, next, nextGathered]) expectNothingNew(response)
  for (const response of [alone, next]) {
    expect(response?.headers.get('electric-handle')).toBe(position.handle)
    expect(response?.headers.get('electric-offset')).toBe(position.offset)
    expect(response?.headers.has('electric-cursor')).toBe(true)
  }
})

it('answers the others as ever, and closes their connection', async () => {
  const response = await read('offset=-1')
  expect(response.status).toBe(200)
  expect(await response.json()).not.toEqual([])
  expect(response.headers.get('connection')).toBe('close')
})
