import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { findOrInstallChromium } from '#bin/browser.ts'
import { startParams } from '#sync/client/disk/start-params.ts'
import { makeDataDirectory } from '#web/service-worker/data-directory.ts'
import { table, whole } from './report.ts'
import { spread } from './statistics.ts'

/** Milliseconds until a first local database answers, in a worker of Chromium. */
export interface FirstStartResult {
  /** PostgreSQL creates its data directory in the browser. */
  created: number[]
  /** The build's data directory is downloaded from this machine and unpacked. */
  unpacked: number[]
  /** Size of that download, beside PGlite's own files. */
  archiveBytes: number
}

const RUNS = 3

/** The files that each way needs (`sync/client/disk/storage.ts`). */
const STARTS = {
  created: { pool: { initialPoolSize: 1000, maintainedPoolSize: 200 } },
  unpacked: {
    pool: { initialPoolSize: 490, maintainedPoolSize: 150 },
    archive: '/archive',
    startParams: startParams(),
  },
}

const DIST = fileURLToPath(new URL('.', import.meta.resolve('@electric-sql/pglite')))
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' }

const WORKER = `
  import { PGlite } from '/pglite/index.js'
  import { OpfsAhpFS } from '/pglite/fs/opfs-ahp.js'
  addEventListener('message', async ({ data: { name, pool, archive, startParams } }) => {
    const startedAt = performance.now()
    const fs = new OpfsAhpFS(name, pool)
    const loadDataDir = archive ? await (await fetch(archive)).blob() : undefined
    const database = await PGlite.create({ fs, relaxedDurability: true, loadDataDir, startParams })
    await database.query('select 1')
    const taken = performance.now() - startedAt
    await database.close()
    postMessage(taken)
  })`

/** Compares the two ways to create a first local database. */
export async function benchFirstStart(): Promise<FirstStartResult> {
  const archive = await makeDataDirectory()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'Content-Type': type }).end(body)
    if (path === '/') return send('text/html', '')
    if (path === '/worker.js') return send('text/javascript', WORKER)
    if (path === '/archive') return send('application/gzip', archive)
    const file = path.replace('/pglite/', DIST)
    readFile(file).then(
      (bytes) => send(TYPES[extname(file)] ?? 'application/octet-stream', bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: ['--no-sandbox'],
  })
  try {
    const result: FirstStartResult = { created: [], unpacked: [], archiveBytes: archive.length }
    for (let run = 0; run < RUNS; run += 1) {
      for (const kind of ['created', 'unpacked'] as const) {
        const page = await (await browser.newContext()).newPage()
        await page.goto(`http://127.0.0.1:${port}/`)
        const taken = await page.evaluate(
          (order) =>
            new Promise<number>((resolve, reject) => {
              const worker = new Worker('/worker.js', { type: 'module' })
              worker.onmessage = ({ data }) => resolve(data)
              worker.onerror = ({ message }) => reject(new Error(message))
              worker.postMessage(order)
            }),
          { name: kind, ...STARTS[kind] },
        )
        result[kind].push(taken)
        await page.context().close()
      }
    }
    return result
  } finally {
    await browser.close()
    server.close()
  }
}

export function firstStartReport({ created, unpacked, archiveBytes }: FirstStartResult): string {
  const megabytes = (archiveBytes / 1e6).toFixed(1)
  return [
    `First local database in Chromium, p50 of ${RUNS}`,
    table([
      ['made on the device', `${whole(spread(created).p50)} ms`],
      [`unpacked from one made ahead, ${megabytes} MB more`, `${whole(spread(unpacked).p50)} ms`],
    ]),
  ].join('\n')
}
