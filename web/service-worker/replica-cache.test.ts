import { readFile } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'

/** Runs the part in a worker of its own, asks it to keep the files, and says what it answered. */
async function kept(answer: Response, before: readonly string[] = []) {
  const listeners = new Map<string, (event: object) => void>()
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
  }
  const cache = {
    keys: async () => before.map((file) => ({ url: `https://clinidex.example${file}` })),
    put: vi.fn(async () => undefined),
  }
  const caches = { open: async () => cache, keys: async () => [] }
  const fetch = vi.fn(async () => answer)
  const source = (await readFile('web/service-worker/replica-cache.js', 'utf8'))
    .replace('self.__REPLICA_FILES__', '["/pglite.wasm", "/pglite.data"]')
    .replace('self.__REPLICA_BUILD__', '"build"')
  new Function('self', 'caches', 'fetch', source)(self, caches, fetch)
  const postMessage = vi.fn()
  let done: unknown
  listeners.get('message')?.({
    data: { type: 'KEEP_REPLICA' },
    ports: [{ postMessage }],
    waitUntil: (promise: unknown) => {
      done = promise
    },
  })
  await done
  const files = (calls: readonly unknown[][]) => calls.map(([file]) => file)
  return {
    said: postMessage.mock.lastCall,
    fetched: files(fetch.mock.calls),
    put: files(cache.put.mock.calls),
  }
}

it('keeps the files that are not kept yet, and says so', async () => {
  const wasm = new Response('wasm', { headers: { 'Content-Type': 'application/wasm' } })
  expect(await kept(wasm, ['/pglite.data'])).toEqual({
    said: [true],
    fetched: ['/pglite.wasm'],
    put: ['/pglite.wasm'],
  })
})

it.each([
  [
    'the page of a captive portal',
    new Response('<p>', { headers: { 'Content-Type': 'text/html' } }),
  ],
  ['an error', new Response(null, { status: 404 })],
])('keeps nothing of %s, and says that a file is missing', async (_, answer) => {
  expect(await kept(answer)).toMatchObject({ said: [false], put: [] })
})
