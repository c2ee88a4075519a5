import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#db/open.ts'
import { type ImportBenchOptions, importFileOf } from './import-bench.ts'
import { runImport } from './import-run.ts'
import type { ImportRun } from './import-script.ts'
import { table, whole } from './report.ts'
import { startServerProcess } from './server-process.ts'

export interface RegistryBenchResult {
  rows: number
  fileMb: number
  databaseMb: number
  import: ImportRun
  /** A start without an index, until a search is answered. */
  index: { seconds: number; peakMb: number }
  /** The next start, with the index there is. */
  again: { seconds: number; peakMb: number }
}

/** Imports the registry once, and starts the app on it: too large a file for rounds of comparison. */
export async function benchRegistry(options: ImportBenchOptions): Promise<RegistryBenchResult> {
  const { rows, dataDir, onStep } = options
  const path = await importFileOf(options)
  const order = { dataDir: join(dataDir, 'database'), path }
  await rm(order.dataDir, { recursive: true, force: true })
  const database = await openDatabase({ dataDir: order.dataDir })
  try {
    onStep('Importing …')
    const imported = await runImport(order)
    const [size] = await database.sql<{ bytes: string }[]>`
      select pg_database_size(current_database()) as bytes`
    const started = async () => {
      const server = await startServerProcess(order.dataDir)
      const { peakMb } = server.usage()
      await server.stop('SIGTERM')
      return { seconds: server.firstAnswerMs / 1000, peakMb }
    }
    onStep('Building the search index …')
    const index = await started()
    onStep('Starting again …')
    return {
      rows,
      fileMb: (await stat(path)).size / 1_000_000,
      databaseMb: Number(size?.bytes) / 1_000_000,
      import: imported,
      index,
      again: await started(),
    }
  } finally {
    await database.close()
  }
}

export function registryReport(result: RegistryBenchResult): string {
  const { rows, fileMb, databaseMb, index, again } = result
  const { seconds, processorSeconds, peakMb, summary } = result.import
  return [
    `Import of a whole registry, ${whole(rows)} rows, ${whole(fileMb)} MB, into an empty directory`,
    table([
      ['', 's', 'processor s', 'peak MB'],
      ['import', seconds.toFixed(1), processorSeconds.toFixed(1), whole(peakMb)],
      ['first search after it', index.seconds.toFixed(1), '', whole(index.peakMb)],
      ['first search of the next start', again.seconds.toFixed(1), '', whole(again.peakMb)],
    ]),
    `  ${whole(summary.new)} people, ${whole(databaseMb)} MB with indexes`,
  ].join('\n')
}
