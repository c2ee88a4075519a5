import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '../api/env.ts'
import type { ImportFormat } from '../db/import/format.ts'
import { type ImportSummary, importFile } from '../db/import/import-file.ts'
import { nppes } from '../db/import/nppes.ts'
import { UnreadableFileError } from '../db/import/unreadable-file-error.ts'
import { openDatabase } from '../db/open.ts'
import { ProgressBar } from './progress-bar.ts'

const FORMATS: Record<string, ImportFormat> = { nppes }

const USAGE = `Usage: npm run import -- ${Object.keys(FORMATS).join('|')} FILE [--rejects PATH]`

/** `npm run import`: brings a file of professionals into the directory. */
export async function run(argv: string[]): Promise<void> {
  try {
    await importFromArguments(argv)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

async function importFromArguments(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { rejects: { type: 'string' } },
    allowPositionals: true,
  })
  const [formatName = '', path] = positionals
  const format = FORMATS[formatName]
  if (!format || path === undefined || positionals.length > 2) throw new Error(USAGE)
  const rejectsPath = values.rejects ?? `${basename(path)}.rejects.csv`

  const env = readEnv(process.env)
  const { sql, close } = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
  })
  try {
    const bars = { reading: new ProgressBar(megabytes), merging: new ProgressBar() }
    const summary = await importFile(sql, {
      path,
      format,
      rejectsPath,
      onProgress: (phase, done, total) => bars[phase].update(done, total),
    })
    for (const line of summaryLines(summary, rejectsPath)) console.log(line)
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    throw new Error(`${path} was not imported. ${error.message}`, { cause: error })
  } finally {
    await close()
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function summaryLines(summary: ImportSummary, rejectsPath: string): string[] {
  const { read, skipped, rejected, remarks } = summary
  const line = (count: number, what: string) => `${count.toLocaleString('en').padStart(12)} ${what}`
  return [
    line(read, 'rows read'),
    line(summary.new, 'new'),
    line(summary.changed, 'changed'),
    line(summary.unchanged, 'unchanged'),
    ...Object.entries(skipped).map(([reason, count]) => line(count, `skipped: ${reason}`)),
    line(rejected, rejected > 0 ? `rejected, see ${rejectsPath}` : 'rejected'),
    ...Object.entries(remarks).map(([what, count]) => line(count, what)),
  ]
}
