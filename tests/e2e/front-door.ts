import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url))

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.html': 'text/html',
}

/** An empty page of the app's origin. */
export const BLANK = '/blank.html'

/**
 * Runs before anything else, in pages and workers: faults of the machine. Set over a channel, as `{
 * hours, isFull }`.
 */
const MISFORTUNES = `{
  const [now, add] = [Date.now, IDBObjectStore.prototype.add]
  let injected = { hours: 0, isFull: false }
  new BroadcastChannel('misfortunes').onmessage = ({ data }) => { injected = data }
  Date.now = () => now() + injected.hours * 3_600_000
  IDBObjectStore.prototype.add = function (...args) {
    if (injected.isFull) throw new DOMException('The disk is full.', 'QuotaExceededError')
    return add.apply(this, args)
  }
}\n`

export interface FrontDoor {
  url: string
  close(): Promise<void>
}

/** The built app at an address of its own: its files unchanged, its API behind a fault proxy. */
export async function openFrontDoor(api: string): Promise<FrontDoor> {
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', api)
    if (pathname.startsWith('/api/')) forward(api, incoming, outgoing)
    else sendFile(pathname, outgoing).catch(() => outgoing.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The address of a script of the build, by the name of its source. */
export async function builtScript(name: string): Promise<string> {
  const file = (await readdir(join(BUILT, 'assets'))).find((each) =>
    new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(each),
  )
  if (!file) throw new Error(`The build has no ${name}.`)
  return `/assets/${file}`
}

async function sendFile(pathname: string, outgoing: ServerResponse): Promise<void> {
  if (pathname === BLANK) {
    outgoing.writeHead(200, { 'Content-Type': 'text/html' })
    outgoing.end(`<!doctype html><title>Device</title><script>${MISFORTUNES}</script>`)
    return
  }
  const content = await readFile(join(BUILT, pathname))
  const isWorker = pathname.includes('/replica-worker-')
  outgoing.writeHead(200, {
    'Content-Type': TYPES[extname(pathname)] ?? 'application/octet-stream',
    'Cache-Control': 'max-age=3600',
  })
  outgoing.end(isWorker ? MISFORTUNES + content.toString() : content)
}

/**
 * A reverse proxy: the application knows itself by another address. A broken connection stays broken.
 */
export function forward(api: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { origin: _origin, connection: _connection, ...headers } = incoming.headers
  const { method, socket } = incoming
  const broken = () => socket.destroy()
  const onward = request(new URL(incoming.url ?? '/', api), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', broken)
    answer.pipe(outgoing)
  })
  onward.on('error', broken)
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
