import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from '#api/context.ts'
import { soon } from '#tests/support/soon.ts'
import { compressed } from './compressed.ts'

const PAGE = `<!doctype html><ul>${'<li>a line like all the others</li>'.repeat(200)}</ul>`
const BROWSER = 'gzip, deflate, br, zstd'

/** Bodies that their readers cancelled. */
const cancelled: string[] = []

/** A body whose second part never arrives. */
const unending = (path = '') =>
  new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(PAGE)),
    cancel: () => void cancelled.push(path),
  })

const app = new Hono<AppEnv>()
  .use(compressed())
  .get('/', (c) => {
    c.header('Vary', 'User-Agent')
    c.header('Content-Length', String(Buffer.byteLength(PAGE)))
    c.header('Set-Cookie', 'a=1', { append: true })
    c.header('Set-Cookie', 'b=2', { append: true })
    return c.html(PAGE)
  })
  .get('/api/people', (c) => c.json({ people: PAGE }))
  .get('/api/small', (c) => c.json({ ok: true }))
  .get('/api/nothing', (c) => c.body(null, 204))
  .get('/api/export', (c) => c.body(unending(), 200, { 'Content-Type': 'text/csv' }))
  .get('/api/events', (c) => c.body(unending(), 200, { 'Content-Type': 'text/event-stream' }))
  .get('/api/shapes/none', (c) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '2' }
    return c.body('[]', 200, headers)
  })
  .get('/api/shapes/some', (c) => {
    const length = String(Buffer.byteLength(PAGE))
    const headers = { 'Content-Type': 'application/json', 'Content-Length': length }
    return c.body(PAGE, 200, headers)
  })
  .get('/api/shapes/:name', (c) => {
    const headers = { 'Content-Type': 'application/json', Vary: 'Cookie' }
    return c.body(unending(c.req.path), 200, headers)
  })
  .get('/assets/main.js', (c) => {
    const headers = { 'Content-Type': 'text/javascript', 'Content-Encoding': 'br' }
    return c.body(PAGE, 200, headers)
  })
  .get('/broken', () => {
    throw new Error(PAGE)
  })
  .onError((error, c) => c.json({ error: error.message }, 500))

const get = async (path: string, encodings = BROWSER) =>
  app.request(path, { headers: { 'Accept-Encoding': encodings } })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

it('a document leaves by brotli, or by gzip for who takes that alone, and is the same', async () => {
  for (const [encodings, encoding, decode] of [
    [BROWSER, 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const) {
    const response = await get('/', encodings)
    expect(response.headers.get('Content-Encoding')).toBe(encoding)
    expect(response.headers.get('Vary')).toBe('User-Agent, Accept-Encoding')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(response.headers.get('Content-Length')).toBeNull()
    const sent = await bytesOf(response)
    expect(sent.length).toBeLessThan(PAGE.length / 10)
    expect(decode(sent).toString()).toBe(PAGE)
  }
})

it('an answer of the API is compressed, an error too', async () => {
  const people = await get('/api/people')
  expect(people.headers.get('Content-Encoding')).toBe('br')
  expect(JSON.parse(brotliDecompressSync(await bytesOf(people)).toString())).toEqual({
    people: PAGE,
  })
  const broken = await get('/broken')
  expect([broken.status, broken.headers.get('Content-Encoding')]).toEqual([500, 'br'])
  expect(JSON.parse(brotliDecompressSync(await bytesOf(broken)).toString())).toEqual({
    error: PAGE,
  })
})

it('who takes none, or asks for little, gets it as it is, marked for caches', async () => {
  for (const [path, encodings, text] of [
    ['/', 'identity', PAGE],
    ['/', 'zstd', PAGE],
    ['/api/small', BROWSER, '{"ok":true}'],
  ] as const) {
    const response = await get(path, encodings)
    expect(response.headers.get('Content-Encoding')).toBeNull()
    expect(response.headers.get('Vary')).toContain('Accept-Encoding')
    expect(await response.text()).toBe(text)
  }
  expect((await get('/api/nothing')).status).toBe(204)
})

it('rows of a shape leave by gzip as they are written: nobody waits for their end', async () => {
  const response = await get('/api/shapes/lists?offset=-1')
  expect(response.headers.get('Content-Encoding')).toBe('gzip')
  expect(response.headers.get('Vary')).toBe('Cookie, Accept-Encoding')
  const reader = response.body?.getReader()
  let sent = Buffer.alloc(0)
  const rows = () => gunzipSync(sent, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  do {
    sent = Buffer.concat([sent, (await reader?.read())?.value ?? new Uint8Array()])
  } while (rows().length < PAGE.length)
  expect(rows()).toBe(PAGE)
  expect(sent.length).toBeLessThan(PAGE.length / 10)
  await reader?.cancel()
  await soon(() => expect(cancelled).toEqual(['/api/shapes/lists']))
  const plain = await get('/api/shapes/lists?offset=-1', 'identity')
  expect(plain.headers.get('Content-Encoding')).toBeNull()
  expect(plain.headers.get('Vary')).toBe('Cookie, Accept-Encoding')
  await plain.body?.cancel()
})

it('rows of a shape that fit into a packet leave as they are, longer ones by gzip', async () => {
  const none = await get('/api/shapes/none?offset=-1')
  expect(none.headers.get('Content-Encoding')).toBeNull()
  expect(none.headers.get('Content-Length')).toBe('2')
  expect(none.headers.get('Vary')).toBe('Accept-Encoding')
  expect(await none.text()).toBe('[]')
  const some = await get('/api/shapes/some?offset=-1')
  expect(some.headers.get('Content-Encoding')).toBe('gzip')
  expect(some.headers.get('Content-Length')).toBeNull()
  const rows = gunzipSync(await bytesOf(some), { finishFlush: constants.Z_SYNC_FLUSH })
  expect(rows.toString()).toBe(PAGE)
})

it.each([
  '/api/export',
  '/api/events',
  '/api/shapes/lists?offset=0_0&live=true',
  '/api/shapes/live',
])('%s leaves as it is written: nobody waits for its end', async (path) => {
  const response = await get(path)
  expect(response.headers.get('Content-Encoding')).toBeNull()
  const reader = response.body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(PAGE)
  await reader?.cancel()
})

it('a file that comes compressed is not compressed again', async () => {
  const response = await get('/assets/main.js')
  expect(response.headers.get('Content-Encoding')).toBe('br')
  expect(await response.text()).toBe(PAGE)
})
