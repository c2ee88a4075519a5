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
  /** A COPY that reads each of so many inputs once. */
  copy?: {
    sql: string
    inputs: number
    /** Whether answers are fetched and parsed meanwhile; else the lines were fetched before. */
    areFetched: boolean
  }
}

/** Milliseconds. */
interface WorkerTimes {
  /** The time until the database responds. */
  opened: number
  /** All runs of the COPY; null where none was ordered. */
  copied: CopyTimes | null
}

/** Milliseconds by the clock, and of the processor for the whole process. */
export interface CopyTimes {
  ms: number
  processorMs: number
}

/** The rows of one statement. */
export interface CopyInput {
  /** As COPY reads them. */
  lines: Buffer
  /** As a server sends them: the messages of a shape as JSON, compressed. */
  answer: Buffer
}

/** Runs an order in a worker of a browser that was never there. */
type RunWorker = (order: WorkerOrder) => Promise<WorkerTimes>

const DIST = fileURLToPath(new URL('.', import.meta.resolve('@electric-sql/pglite')))
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' }

const WORKER = `
  import { PGlite } from '/pglite/index.js'
  import { OpfsAhpFS } from '/pglite/fs/opfs-ahp.js'
  let database
  let startedAt
  const inputs = []
  const start = () => (startedAt = performance.now())
  const tellTaken = () => postMessage(performance.now() - startedAt)
  const fetched = async (path) => (await fetch(path)).arrayBuffer()
  async function parsed(path) {
    const messages = JSON.parse(new TextDecoder().decode(await fetched(path)))
    let lines = ''
    for (const { value } of messages) lines += Object.values(value).join('\\t') + '\\n'
    return new TextEncoder().encode(lines).buffer
  }
  async function open({ pool, isUnpacked, startParams, copy }) {
    if (copy && !copy.areFetched)
      for (let index = 0; index < copy.inputs; index += 1)
        inputs.push(await fetched('/lines/' + index))
    start()
    const fs = new OpfsAhpFS('database', pool)
    const unpacked = isUnpacked && { startParams, loadDataDir: await (await fetch('/archive')).blob() }
    database = await PGlite.create({ fs, relaxedDurability: true, ...unpacked })
    await database.query('select 1')
    tellTaken()
  }
  async function copy({ sql, inputs: count }) {
    start()
    const input = (index) => inputs[index] ?? (index < count && parsed('/answer/' + index))
    let next = input(0)
    for (let index = 0; index < count; index += 1) {
      const lines = await next
      next = input(index + 1)
      await database.query(sql, [], { blob: { arrayBuffer: async () => lines } })
    }
    tellTaken()
  }
  addEventListener('message', ({ data }) => (data.sql ? copy(data) : open(data)))`

/**
 * Serves PGlite, the build's data directory and the inputs of a COPY to a Chromium, and nothing else.
 * @returns what `run` returns, and the size of the data directory as it is downloaded.
 */
export async function withPGliteWorkers<Result>(
  inputs: readonly CopyInput[],
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
    const [, form, index] = /^\/(lines|answer)\/(\d+)$/.exec(path) ?? []
    const input = inputs[Number(index)]
    if (input && form === 'lines') return send('text/plain', input.lines)
    if (input) {
      response.setHeader('Content-Encoding', 'gzip')
      return send('application/json', input.answer)
    }
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
      ...{ pool, isUnpacked, copy, startParams: startParams() },
    })
    if (!copy) return { opened, copied: null }
    const processorMs = await processorMeter(page)
    const before = await processorMs()
    const ms = await told(page, worker, copy)
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
