import { randomBytes } from 'node:crypto'
import { type ImportSummary, importFile } from '#db/import/import-file.ts'
import { specialtyNames } from '#db/import/import-taxonomy.ts'
import { nppes } from '#db/import/nppes.ts'
import { openDatabase } from '#db/open.ts'

export interface ImportJob {
  dataDir: string
  path: string
}

export interface ImportRun {
  seconds: number
  /** Peak resident memory of this process. */
  peakMb: number
  processorSeconds: number
  summary: ImportSummary
}

process.once('message', ({ dataDir, path }: ImportJob) => {
  runImport(dataDir, path)
    .catch((error: unknown) => ({ error: String(error) }))
    .then((news) => process.send?.(news, () => process.disconnect()))
    .catch(() => process.exit(1))
})

async function runImport(dataDir: string, path: string): Promise<ImportRun> {
  const { sql, close } = await openDatabase({ dataDir })
  try {
    const startedAt = performance.now()
    const summary = await importFile(sql, {
      path,
      format: nppes(await specialtyNames(sql)),
      rejectsPath: `${path}.rejects.csv`,
      suppressionKey: randomBytes(32),
    })
    const seconds = (performance.now() - startedAt) / 1000
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    const processorSeconds = (userCPUTime + systemCPUTime) / 1_000_000
    return { seconds, peakMb: maxRSS / 1024, processorSeconds, summary }
  } finally {
    await close()
  }
}
