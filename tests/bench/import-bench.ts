import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '#db/client.ts'
import { layoutOf } from '#db/import/format.ts'
import { nppes } from '#db/import/nppes.ts'
import { openDatabase } from '#db/open.ts'
import { runImport } from './import-run.ts'
import type { ImportRun } from './import-script.ts'
import { writeNppesFile } from './nppes-file.ts'
import { table, whole } from './report.ts'
import { ascending, percentile } from './statistics.ts'
import {
  type SyncBesideImportResult,
  syncBesideImport,
  syncBesideImportReport,
} from './sync-beside-import.ts'

export interface ImportBenchOptions {
  rows: number
  /** The file is kept here for the next run; the database is created again. */
  dataDir: string
  onStep(text: string): void
}

export interface ImportBenchResult {
  rows: number
  fileMb: number
  /** Into an empty directory, one run per round; the last run repeats the same file. */
  imports: ImportRun[]
  again: ImportRun
  bareSeconds: number[]
  /** Time of an import over that of its round's bare COPY: the median. */
  ratio: number
  sync: SyncBesideImportResult
}

/** Rounds that count, after one to warm up; each is an import and a bare COPY in alternating order. */
const ROUNDS = 5

/** Compares imports of the registry's file with bare COPYs of the resulting rows. */
export async function benchImport(options: ImportBenchOptions): Promise<ImportBenchResult> {
  const { rows, dataDir, onStep } = options
  const path = await importFileOf(options)
  const order = { dataDir: join(dataDir, 'database'), path }
  await rm(order.dataDir, { recursive: true, force: true })
  const database = await openDatabase({ dataDir: order.dataDir })
  const { sql, close } = database
  try {
    const imports: ImportRun[] = []
    const bareSeconds: number[] = []
    const importOnce = async () => {
      await sql`truncate candidates cascade`
      await sql`checkpoint`
      imports.push(await runImport(order))
    }
    const copyOnce = async () => bareSeconds.push(await bareCopy(sql))
    onStep('Warming up …')
    await importOnce()
    await writeCopies(sql)
    await copyOnce()
    for (let round = 1; round <= ROUNDS; round++) {
      onStep(`Round ${round} of ${ROUNDS} …`)
      const turns = round % 2 === 0 ? [copyOnce, importOnce] : [importOnce, copyOnce]
      for (const turn of turns) await turn()
    }
    onStep('Importing the same file again …')
    const again = await runImport(order)
    onStep('Importing while clients are live …')
    const sync = await syncBesideImport(database, order)
    const fileMb = (await stat(path)).size / 1_000_000
    const counted = { imports: imports.slice(1), bareSeconds: bareSeconds.slice(1) }
    return { rows, fileMb, ...counted, again, ratio: medianRatio(counted), sync }
  } finally {
    await close()
  }
}

/** @returns the path of the registry file, which is written where there is none. */
export async function importFileOf({ rows, dataDir, onStep }: ImportBenchOptions): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'nppes.csv')
  if (!(await stat(path).catch(() => undefined))) {
    onStep(`Writing a file of ${whole(rows)} rows …`)
    await writeNppesFile(path, rows)
  }
  return path
}

/**
 * Writes the imported rows to files for COPY, in the one folder that the server can certainly write to.
 */
async function writeCopies(sql: Sql): Promise<void> {
  for (const { name, columns, path } of await projections(sql)) {
    await sql.unsafe(`copy public.${name} (${columns}) to '${path}'`)
  }
}

/**
 * Seconds to COPY the rows into empty tables of the same form and to build the same indexes, all on the
 * server. Foreign keys are left out.
 */
async function bareCopy(sql: Sql): Promise<number> {
  const tables = await projections(sql)
  await sql`drop schema if exists bench cascade`
  await sql`create schema bench`
  for (const { name } of tables) {
    await sql.unsafe(`create table bench.${name} (
      like public.${name} including defaults including identity including constraints)`)
  }
  const indexes = await sql<{ indexdef: string }[]>`
    select indexdef from pg_indexes
    where schemaname = 'public' and tablename = any(${tables.map(({ name }) => name)})`
  await sql`checkpoint`
  const startedAt = performance.now()
  for (const { name, columns, path } of tables) {
    await sql.unsafe(`copy bench.${name} (${columns}) from '${path}'`)
  }
  for (const { indexdef } of indexes) {
    await sql.unsafe(indexdef.replace(' ON public.', ' ON bench.'))
  }
  return (performance.now() - startedAt) / 1000
}

/** The tables that an import fills, their columns and the files for their rows. */
async function projections(sql: Sql) {
  const [{ folder } = { folder: '' }] = await sql<{ folder: string }[]>`
    select current_setting('data_directory') as folder`
  const { columns } = layoutOf(nppes())
  return [
    { name: 'candidates', columns: ['id', 'npi', 'source_key', 'source', ...columns].join(', ') },
    { name: 'candidate_contacts', columns: 'candidate_id, kind, value, source' },
  ].map((table) => ({ ...table, path: `${folder}/${table.name}.copy` }))
}

/** Ratios are computed per round, because a shared machine changes its speed between rounds. */
function medianRatio({ imports, bareSeconds }: Pick<ImportBenchResult, 'imports' | 'bareSeconds'>) {
  const ratios = imports.map(({ seconds }, round) => seconds / (bareSeconds[round] ?? Number.NaN))
  return percentile(ascending(ratios), 0.5)
}

export function importReport(result: ImportBenchResult): string {
  const { rows, fileMb, imports, again, bareSeconds, ratio, sync } = result
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
      ...imports.map((run, i) => line(`into an empty directory, ${i + 1}`, run)),
      line('the same file again', again),
      ...bareSeconds.map((seconds, i) => [
        `bare COPY and indexes, ${i + 1}`,
        seconds.toFixed(1),
        ...Array<string>(6).fill(''),
      ]),
    ]),
    `  ${ratio.toFixed(2)} x the time of the bare COPY of its round, the median of ${imports.length}`,
    `\n${syncBesideImportReport(sync)}`,
  ].join('\n')
}
