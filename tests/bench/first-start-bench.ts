import { type CopyInput, type CopyTimes, withPGliteWorkers } from './pglite-worker.ts'
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

const STARTS = {
  created: { pool: { initialPoolSize: 1000, maintainedPoolSize: 200 }, isUnpacked: false },
  unpacked: { pool: { initialPoolSize: 490, maintainedPoolSize: 150 }, isUnpacked: true },
}

/** Compares the two ways to create a first local database. */
export function benchFirstStart(): Promise<FirstStartResult> {
  return withPGliteWorkers([], async (runWorker, archiveBytes) => {
    const result: FirstStartResult = { created: [], unpacked: [], archiveBytes }
    for (let run = 0; run < RUNS; run += 1) {
      for (const kind of ['created', 'unpacked'] as const) {
        const { opened } = await runWorker(STARTS[kind])
        result[kind].push(opened)
      }
    }
    return result
  })
}

/** The least that rows can take to come into a device's table, by runs. */
export interface BareCopies {
  /** Their COPY alone: no network, parsing, check, read or edit beside it. */
  alone: CopyTimes[]
  /** Their answers fetched, parsed, and copied, with nothing else. */
  fetched: CopyTimes[]
}

/** Copies the rows of these inputs in new browsers, in both ways in turn. */
export function benchCopy(sql: string, inputs: readonly CopyInput[]): Promise<BareCopies> {
  return withPGliteWorkers(inputs, async (runWorker) => {
    const result: BareCopies = { alone: [], fetched: [] }
    for (let run = 0; run < RUNS; run += 1) {
      for (const kind of ['alone', 'fetched'] as const) {
        const copy = { sql, inputs: inputs.length, areFetched: kind === 'fetched' }
        const { copied } = await runWorker({ ...STARTS.unpacked, copy })
        if (copied) result[kind].push(copied)
      }
    }
    return result
  })
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
