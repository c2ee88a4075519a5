import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type JSHandle, type Page } from 'playwright'
import { findOrInstallChromium } from '#bin/browser.ts'
import { startParams } from '#sync/client/disk/start-params.ts'
import { makeDataDirectory } from '#web/service-worker/data-directory.ts'
import { processorMeter } from './processor-meter.ts'

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
  /** The time until the database responds. */
  opened: number
  /** All runs of the COPY, its inputs being there; null where none was ordered. */
  copied: CopyTimes | null
}

/** Milliseconds by the clock, and of the processor for the whole process. */
export interface CopyTimes {
  ms: number
  processorMs: number
}

/** Runs an order in a worker of a browser that was never there. */
type RunWorker = (order: WorkerOrder) => Promise<WorkerTimes>

const DIST = fileURLToPath(new URL('.', import.meta.resolve('@electric-sql/pglite')))
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' }

const WORKER = `
  import { PGlite } from '/pglite/index.js'
  import { OpfsAhpFS } from '/pglite/fs/opfs-ahp.js'
  const inputs = []
  let database
  let startedAt
  const start = () => (startedAt = performance.now())
  const tellTaken = () => postMessage(performance.now() - startedAt)
  async function open({ pool, isUnpacked, startParams, inputCount }) {
    for (let index = 0; index < inputCount; index += 1)
      inputs.push(await (await fetch('/inputs/' + index)).arrayBuffer())
    start()
    const fs = new OpfsAhpFS('database', pool)
    const unpacked = isUnpacked && { startParams, loadDataDir: await (await fetch('/archive')).blob() }
    database = await PGlite.create({ fs, relaxedDurability: true, ...unpacked })
    await database.query('select 1')
    tellTaken()
  }
  async function copy(sql) {
    start()
    for (const input of inputs)
      await database.query(sql, [], { blob: { arrayBuffer: async () => input } })
    tellTaken()
  }
  addEventListener('message', ({ data }) => (typeof data === 'string' ? copy(data) : open(data)))`

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

/**
 * Runs in a browser with a profile on the disk: without one, private files are slower than
 * PostgreSQL.
 */
async function runWorker(address: string, order: WorkerOrder): Promise<WorkerTimes> {
  const profile = await mkdtemp(join(tmpdir(), 'clinidex-bench-profile-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findOrInstallChromium(),
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(address)
    const worker = await page.evaluateHandle(() => new Worker('/worker.js', { type: 'module' }))
    const { pool, isUnpacked, copy } = order
    const opened = await told(page, worker, {
      ...{ pool, isUnpacked, startParams: startParams() },
      inputCount: copy?.inputs ?? 0,
    })
    if (!copy) return { opened, copied: null }
    const processorMs = await processorMeter(page)
    const before = await processorMs()
    const ms = await told(page, worker, copy.sql)
    return { opened, copied: { ms, processorMs: (await processorMs()) - before } }
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** Sends the worker a message. @returns milliseconds, as it answers. */
function told(page: Page, worker: JSHandle<Worker>, message: unknown): Promise<number> {
  return page.evaluate(
    ([to, sent]) =>
      new Promise<number>((resolve, reject) => {
        to.onmessage = ({ data }) => resolve(data)
        to.onerror = ({ message }) => reject(new Error(message))
        to.postMessage(sent)
      }),
    [worker, message] as const,
  )
}
