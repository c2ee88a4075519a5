import { afterEach, expect, it, vi } from 'vitest'
import { isReplicaFile, keepReplicaFiles } from './replica-cache.ts'

afterEach(() => vi.unstubAllGlobals())

const ORIGIN = 'https://clinidex.example'
const FILES = ['assets/pglite.wasm', 'assets/pglite.data']

/** A service worker that keeps `FILES`, over caches with these paths. */
function openWorker(response: Response, kept: Record<string, readonly string[]> = {}) {
  const listeners = new Map<string, (event: object) => void>()
  const stored = new Map(Object.entries(kept).map(([name, paths]) => [name, new Set(paths)]))
  const open = async (name: string) => {
    const paths = stored.get(name) ?? new Set()
    stored.set(name, paths)
    return {
      keys: async () => [...paths].map((path) => ({ url: ORIGIN + path })),
      put: async (path: string) => void paths.add(path),
      delete: async ({ url }: { url: string }) => paths.delete(new URL(url).pathname),
    }
  }
  const fetched = vi.fn(async (_path: string) => response)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('caches', {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  })
  vi.stubGlobal('self', {
    location: { origin: ORIGIN },
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
  })
  keepReplicaFiles(FILES)
  async function send(type: string, event: object = {}): Promise<void> {
    let done: unknown
    const waitUntil = (promise: unknown) => {
      done = promise
    }
    listeners.get(type)?.({ ...event, waitUntil })
    await done
  }
  return {
    send,
    async ask() {
      const postMessage = vi.fn()
      await send('message', { data: { type: 'KEEP_REPLICA' }, ports: [{ postMessage }] })
      return postMessage.mock.lastCall
    },
    fetched: () => fetched.mock.calls.map(([path]) => path).sort(),
    kept: () => Object.fromEntries([...stored].map(([name, paths]) => [name, [...paths].sort()])),
  }
}

const wasm = () => new Response('wasm', { headers: { 'Content-Type': 'application/wasm' } })
const ALL = ['/assets/pglite.data', '/assets/pglite.wasm']

it('keeps the files that are not kept yet, and says so', async () => {
  const worker = openWorker(wasm(), { 'replica-files': ['/assets/pglite.data'] })
  expect(await worker.ask()).toEqual([true])
  expect(worker.fetched()).toEqual(['/assets/pglite.wasm'])
  expect(worker.kept()).toEqual({ 'replica-files': ALL })
})

it.each([
  [
    'the page of a captive portal',
    new Response('<p>', { headers: { 'Content-Type': 'text/html' } }),
  ],
  ['an error', new Response(null, { status: 404 })],
])('keeps nothing of %s, and says that a file is missing', async (_, response) => {
  const worker = openWorker(response)
  expect(await worker.ask()).toEqual([false])
  expect(worker.kept()).toEqual({ 'replica-files': [] })
})

it('fetches nothing for visitors as it is installed', async () => {
  const worker = openWorker(wasm(), { 'app-badge': [] })
  await worker.send('install')
  expect(worker.fetched()).toEqual([])
})

it.each(['replica-files', 'replica-7511f8db0c87c117'])(
  'fetches its own files before it takes over from a build that kept some in %s, and then deletes those',
  async (cache) => {
    const worker = openWorker(wasm(), { [cache]: ['/assets/pglite-old.data'], 'app-badge': ['/b'] })
    await worker.send('install')
    expect(worker.kept()[cache]).toContain('/assets/pglite-old.data')
    await worker.send('activate')
    expect(worker.kept()).toEqual({ 'app-badge': ['/b'], 'replica-files': ALL })
  },
)

it.each([
  ['assets/replica/replica-worker-abc.js', true],
  ['assets/pglite-abc.wasm', true],
  ['assets/pglite-abc.data', true],
  ['assets/data-directory-abc.tgz', true],
  ['assets/shell-abc.js', false],
  ['/shell', false],
])('%s is a file of the local database: %s', (file, is) => expect(isReplicaFile(file)).toBe(is))
