import { ImportFiles } from './import-files.ts'
import { type ImportRunner, type ImportRunnerOptions, openImportRunner } from './import-runner.ts'

/** What imports depend on: the database, the files, and the runner. */
export interface Imports {
  sql: ImportRunnerOptions['sql']
  files: ImportFiles
  runner: ImportRunner
}

/** Opens imports for administrators: their files below `dataDir`, and the runner. */
export function openImports({
  dataDir,
  ...options
}: Omit<ImportRunnerOptions, 'files'> & { dataDir: string }): Imports {
  const files = new ImportFiles(dataDir)
  return { sql: options.sql, files, runner: openImportRunner({ ...options, files }) }
}
