import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { findOrInstallChromium } from '#bin/browser.ts'
import { startParams } from '#sync/client/disk/start-params.ts'
import { makeDataDirectory } from '#web/service-worker/data-directory.ts'

/** How a worker opens its database, and what it does then. */
interface WorkerOrder {
  /** The files made ahead for it (`sync/client/disk/private-files.ts`). */
  pool: { initialPoolSize: number; maintainedPoolSize: number }
  /** Whether the database is the build's data directory, unpacked; else PostgreSQL creates one. */
  isUnpacked: boolean
  /** A COPY that reads each of these inputs once. */
  copy?: { sql: string; inputs: number }
}

/** Milliseconds. */
interface WorkerTimes {
  /** Until the database answers. */
  opened: number
  /** All runs of the COPY, its inputs being there. */
  copied: number
}

/** Runs an order in a worker of a browser that was never there. */
type RunWorker = (order: WorkerOrder) => Promise<WorkerTimes>

const DIST = fileURLToPath(new URL('.', import.meta.resolve('@electric-sql/pglite')))
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' }

const WORKER = `
  import { PGlite } from '/pglite/index.js'
  import { OpfsAhpFS } from '/pglite/fs/opfs-ahp.js'
  addEventListener('message', async ({ data: { pool, isUnpacked, startParams, copy } }) => {
    let startedAt = performance.now()
    const taken = () => performance.now() - startedAt
    const fs = new OpfsAhpFS('database', pool)
    const unpacked = isUnpacked && { startParams, loadDataDir: await (await fetch('/archive')).blob() }
    const database = await PGlite.create({ fs, relaxedDurability: true, ...unpacked })
    await database.query('select 1')
    const opened = taken()
    const inputs = []
    for (let index = 0; index < (copy?.inputs ?? 0); index += 1)
      inputs.push(await (await fetch('/inputs/' + index)).arrayBuffer())
    startedAt = performance.now()
    for (const input of inputs)
      await database.query(copy.sql, [], { blob: { arrayBuffer: async () => input } })
    const copied = taken()
    await database.close()
    postMessage({ opened, copied })
  })`

/**
 * Serves PGlite, the build's data directory and the inputs of a COPY to a Chromium, and nothing else.
 * @returns what `run` returns, and the size of the data directory as it is downloaded.
 */
export async function withPGliteWorkers<Result>(
  inputs: readonly Buffer[],
  run: (runWorker: RunWorker, archiveBytes: number) => Promise<Result>,
): Promise<Result> {
  const archive = await makeDataDirectory()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'Content-Type': type }).end(body)
    if (path === '/') return send('text/html', '')
    if (path === '/worker.js') return send('text/javascript', WORKER)
    if (path === '/archive') return send('application/gzip', archive)
    const input = inputs[Number(/^\/inputs\/(\d+)$/.exec(path)?.[1])]
    if (input) return send('text/plain', input)
    const file = path.replace('/pglite/', DIST)
    readFile(file).then(
      (bytes) => send(TYPES[extname(file)] ?? 'application/octet-stream', bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await run((order) => runWorker(`http://127.0.0.1:${port}/`, order), archive.length)
  } finally {
    server.close()
  }
}

/** In a browser with a profile on the disk: in one without, private files are slower than PostgreSQL. */
async function runWorker(address: string, order: WorkerOrder): Promise<WorkerTimes> {
  const profile = await mkdtemp(join(tmpdir(), 'clinidex-bench-profile-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findOrInstallChromium(),
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(address)
    return await page.evaluate(
      (sent) =>
        new Promise<WorkerTimes>((resolve, reject) => {
          const worker = new Worker('/worker.js', { type: 'module' })
          worker.onmessage = ({ data }) => resolve(data)
          worker.onerror = ({ message }) => reject(new Error(message))
          worker.postMessage(sent)
        }),
      { ...order, startParams: startParams() },
    )
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  }
}
