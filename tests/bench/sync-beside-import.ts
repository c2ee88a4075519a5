import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#db/open.ts'
import { runImport } from './import-run.ts'
import type { ImportJob, ImportRun } from './import-script.ts'
import { table, whole } from './report.ts'
import { CLIENTS, commitOneByOne, startProcess, writeRows } from './shape-bench.ts'
import { ShapeClients } from './shape-clients.ts'
import type { Spread } from './statistics.ts'

const COMMITS = 200

interface BesideImport {
  /** The time from the commit's response to the call of the client's subscriber. */
  commitToClient: Spread
  commits: number
  run: ImportRun
}

export interface SyncBesideImportResult {
  /** The times without an import. */
  quiet: Spread
  /** The import fills an empty directory, in one transaction. */
  filling: BesideImport
  /** The same file changes all people of a directory in use, in many transactions. */
  merging: BesideImport
}

/** Measures the delay of the embedded shape server's live clients during an import. */
export async function syncBesideImport(
  { sql, url }: Database,
  job: ImportJob,
): Promise<SyncBesideImportResult> {
  const dir = join(job.dataDir, 'shapes')
  await rm(dir, { recursive: true, force: true })
  await sql`truncate candidates cascade`
  await writeRows(sql)
  const server = await startProcess(url, dir)
  const clients = new ShapeClients(server.url, CLIENTS)
  let written = 0
  const commit = async (isEnough: (count: number) => boolean) => {
    let commits = 0
    const { commitToClient } = await commitOneByOne(sql, clients, written, (count) => {
      commits = count
      return isEnough(count)
    })
    written += commits
    return { commitToClient, commits }
  }
  const commitBeside = async (): Promise<BesideImport> => {
    let isOver = false
    const importing = runImport(job).finally(() => {
      isOver = true
    })
    const [heard, run] = await Promise.all([commit(() => isOver), importing])
    return { ...heard, run }
  }
  try {
    while (!clients.areLive()) await sleep(20)
    await commit((count) => count === COMMITS)
    const quiet = (await commit((count) => count === COMMITS)).commitToClient
    const filling = await commitBeside()
    await sql`update candidates set city = null`
    const merging = await commitBeside()
    return { quiet, filling, merging }
  } finally {
    clients.close()
    const exited = once(server.child, 'exit')
    server.child.kill()
    await exited
  }
}

export function syncBesideImportReport({
  quiet,
  filling,
  merging,
}: SyncBesideImportResult): string {
  const cells = ({ p50, p95, p99, max }: Spread) => [p50, p95, p99, max].map((ms) => ms.toFixed(1))
  const beside = (what: string, { run, commits, commitToClient }: BesideImport) => [
    what,
    run.seconds.toFixed(1),
    whole(commits),
    ...cells(commitToClient),
  ]
  return [
    `Commit answered → client, ${CLIENTS} live clients of the embedded shape server`,
    table([
      ['', 'import s', 'commits', 'p50', 'p95', 'p99', 'max ms'],
      ['nothing imported', '', whole(COMMITS), ...cells(quiet)],
      beside('beside an import into an empty directory', filling),
      beside('beside an import that changes everybody', merging),
    ]),
  ].join('\n')
}
