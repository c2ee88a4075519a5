import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '#api/env.ts'
import type { Sql } from '#db/client.ts'
import { importFormat } from '#db/import/formats.ts'
import { type ImportOptions, type ImportSummary, importFile } from '#db/import/import-file.ts'
import { importTaxonomy } from '#db/import/import-taxonomy.ts'
import { TooManyRemovalsError } from '#db/import/too-many-removals-error.ts'
import { UnreadableFileError } from '#db/import/unreadable-file-error.ts'
import { openDatabase } from '#db/open.ts'
import { IMPORT_FORMATS, type ImportFormatName } from '#db/schema/directory-imports.ts'
import { suppressionKey } from '#db/suppression.ts'
import { command } from './command.ts'
import { ProgressBar } from './progress-bar.ts'

const TAXONOMY = 'taxonomy'

const USAGE = `Usage: npm run import -- ${[...IMPORT_FORMATS, TAXONOMY].join('|')} FILE [--rejects PATH] [--force]

  nppes        the US provider registry's monthly or weekly file
  dac          the CMS "Doctors and Clinicians" file: schools and employers of people in the directory
  deactivated  the registry's report of deactivated NPIs: removes people
  taxonomy     names of specialties: the CMS crosswalk, or NUCC's code set
  csv          people by the columns Contactfirstname, Contactlastname, Companyname, …

FILE may be CSV or Excel, plain, gzipped or in a ZIP archive. Rows that cannot be imported are listed in
DATA_DIR/FILE.rejects.csv, or in the file of --rejects.
A report that would remove more than 5 % of the directory is refused without --force.`

/** `npm run import`: imports a file of professionals into the directory. */
export const run = command(importFromArguments)

async function importFromArguments(argv: string[]): Promise<void> {
  const { formatName, path, rejects, isForced } = readArguments(argv)
  const env = readEnv(process.env)
  const rejectsPath = rejects ?? join(env.DATA_DIR, `${basename(path)}.rejects.csv`)
  const key = await suppressionKey({
    given: env.SUPPRESSION_KEY,
    dataDir: env.DATA_DIR,
    isProduction: env.NODE_ENV === 'production',
  })
  const { sql, close } = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
  })
  try {
    const lines =
      formatName === TAXONOMY
        ? await taxonomyLines(sql, path)
        : summaryLines(
            await importPeople(sql, formatName, {
              path,
              rejectsPath,
              isForced,
              suppressionKey: key,
            }),
            rejectsPath,
          )
    for (const line of lines) console.log(line)
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    const way = error instanceof TooManyRemovalsError ? ' Give --force if that is right.' : ''
    throw new Error(`${path} was not imported. ${error.message}${way}`, { cause: error })
  } finally {
    await close()
  }
}

function readArguments(argv: string[]) {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { rejects: { type: 'string' }, force: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [formatName = '', path] = positionals
  if (!isKnownFormat(formatName) || path === undefined || positionals.length > 2) {
    throw new Error(USAGE)
  }
  return { formatName, path, rejects: values.rejects, isForced: values.force ?? false }
}

function isKnownFormat(name: string): name is ImportFormatName | typeof TAXONOMY {
  return name === TAXONOMY || IMPORT_FORMATS.some((known) => known === name)
}

async function importPeople(
  sql: Sql,
  formatName: ImportFormatName,
  options: Omit<ImportOptions, 'format' | 'onProgress'>,
): Promise<ImportSummary> {
  const format = await importFormat(sql, formatName)
  const bars = { reading: new ProgressBar(megabytes), merging: new ProgressBar() }
  return importFile(sql, {
    ...options,
    format,
    onProgress: (phase, done, total) => bars[phase].update(done, total),
  })
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function summaryLines(summary: ImportSummary, rejectsPath: string): string[] {
  const { read, skipped, rejected, remarks } = summary
  const counted = (count: number, what: string) => (count > 0 ? [line(count, what)] : [])
  return [
    line(read, 'rows read'),
    line(summary.new, 'new'),
    line(summary.changed, 'changed'),
    line(summary.unchanged, 'unchanged'),
    ...counted(summary.removed, 'removed'),
    ...counted(summary.absent, 'not in the directory'),
    ...counted(summary.suppressed, 'suppressed: removed on request'),
    ...Object.entries(skipped).map(([reason, count]) => line(count, `skipped: ${reason}`)),
    line(rejected, rejected > 0 ? `rejected, see ${rejectsPath}` : 'rejected'),
    ...Object.entries(remarks).flatMap(([what, count]) => counted(count, what)),
  ]
}

async function taxonomyLines(sql: Sql, path: string): Promise<string[]> {
  const { read, changed, rejected } = await importTaxonomy(sql, path)
  return [
    line(read, 'rows read'),
    line(changed, 'names changed'),
    line(rejected, 'rows without a code'),
    'Imports from now on use these names.',
  ]
}

function line(count: number, what: string): string {
  return `${count.toLocaleString('en').padStart(12)} ${what}`
}
