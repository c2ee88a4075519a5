import { once } from 'node:events'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../../db/client.ts'
import { openDatabase } from '../../db/open.ts'
import { forkScript } from './fork-script.ts'
import type { ImportOrder, ImportRun } from './import-script.ts'
import { writeNppesFile } from './nppes-file.ts'
import { table, whole } from './report.ts'

export interface ImportBenchOptions {
  rows: number
  /** The file is kept here for the next run; the database is made anew. */
  dataDir: string
  onStep(text: string): void
}

export interface ImportBenchResult {
  rows: number
  fileMb: number
  /** Into an empty directory, and the same file once more. */
  first: ImportRun
  second: ImportRun
  bareSeconds: number
  /** Time of the first import over that of the bare COPY. */
  ratio: number
}

const TABLES = ['candidates', 'candidate_contacts']

/** Measures an import of the registry's file against a bare COPY of what came of it. */
export async function benchImport(options: ImportBenchOptions): Promise<ImportBenchResult> {
  const { rows, dataDir, onStep } = options
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'nppes.csv')
  if (!(await stat(path).catch(() => undefined))) {
    onStep(`Writing a file of ${whole(rows)} rows …`)
    await writeNppesFile(path, rows)
  }
  const order = { dataDir: join(dataDir, 'database'), path }
  await rm(order.dataDir, { recursive: true, force: true })
  onStep('Importing …')
  const first = await runImport(order)
  onStep('Importing the same file again …')
  const second = await runImport(order)
  onStep('Copying the same rows bare …')
  const { sql, close } = await openDatabase({ dataDir: order.dataDir })
  const bareSeconds = await bareCopy(sql).finally(close)
  const fileMb = (await stat(path)).size / 1_000_000
  return { rows, fileMb, first, second, bareSeconds, ratio: first.seconds / bareSeconds }
}

async function runImport(order: ImportOrder): Promise<ImportRun> {
  const child = forkScript(new URL('./import-script.ts', import.meta.url))
  child.send(order)
  const [news] = (await once(child, 'message')) as [ImportRun | { error: string }]
  if ('error' in news) throw new Error(news.error)
  return news
}

/** Seconds to COPY the rows that came of it into empty tables and to build the same indexes. */
async function bareCopy(sql: Sql): Promise<number> {
  await sql`drop schema if exists bench cascade`
  await sql`create schema bench`
  const [{ folder } = { folder: '' }] = await sql<{ folder: string }[]>`
    select current_setting('data_directory') as folder`
  for (const name of TABLES) {
    await sql.unsafe(`create table bench.${name} (like public.${name})`)
    // Written by the server, into the one folder that it may surely write to.
    await sql.unsafe(`copy public.${name} to '${folder}/${name}.copy'`)
  }
  const indexes = await sql<{ indexdef: string }[]>`
    select indexdef from pg_indexes where schemaname = 'public' and tablename = any(${TABLES})`
  const startedAt = performance.now()
  for (const name of TABLES) {
    await sql.unsafe(`copy bench.${name} from '${folder}/${name}.copy'`)
  }
  for (const { indexdef } of indexes) {
    await sql.unsafe(indexdef.replace(' ON public.', ' ON bench.'))
  }
  return (performance.now() - startedAt) / 1000
}

export function importReport(result: ImportBenchResult): string {
  const { rows, fileMb, first, second, bareSeconds, ratio } = result
  const line = (name: string, { seconds, processorSeconds, peakMb, summary }: ImportRun) => [
    name,
    seconds.toFixed(1),
    processorSeconds.toFixed(1),
    whole(peakMb),
    whole(summary.new),
    whole(summary.changed),
    whole(summary.unchanged),
    whole(summary.rejected),
  ]
  return [
    `Import of a registry file, ${whole(rows)} rows, ${whole(fileMb)} MB`,
    table([
      ['', 's', 'processor s', 'peak MB', 'new', 'changed', 'unchanged', 'rejected'],
      line('into an empty directory', first),
      line('the same file again', second),
      ['bare COPY and indexes', bareSeconds.toFixed(1), '', '', '', '', '', ''],
    ]),
    `  ${ratio.toFixed(2)} x the time of the bare COPY`,
  ].join('\n')
}
