import type { PendingQuery, Row } from 'postgres'
import type { Caller } from '#api/caller.ts'
import type { AdminImport, ImportPage } from '#api/contract/admin-imports.ts'
import { audit } from '#api/services/audit.ts'
import type { Sql } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { ImportFiles } from './import-files.ts'
import { isRunnerBusy, withPresentState } from './import-liveness.ts'

const PAGE_SIZE = 20

type ImportRow = Omit<
  AdminImport,
  'received_bytes' | 'hasFile' | 'hasRejects' | 'created_at' | 'started_at' | 'finished_at'
> & {
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  isFileThere: boolean
}

interface Imports {
  sql: Sql
  files: ImportFiles
}

/**
 * The imports, newest first.
 * @param before id of the last import on the previous page
 */
export async function listImports({ sql, files }: Imports, before?: string): Promise<ImportPage> {
  const rows = await select(
    sql,
    before === undefined
      ? sql`true`
      : sql`(i.created_at, i.id) < (select created_at, id from directory_imports where id = ${before})`,
    PAGE_SIZE + 1,
  )
  const shown = rows.slice(0, PAGE_SIZE)
  const imports = await Promise.all(shown.map((row) => present(files, row)))
  return { imports, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null }
}

/** @throws AppError `not_found` */
export async function readImport({ sql, files }: Imports, id: string): Promise<AdminImport> {
  const [row] = await select(sql, sql`i.id = ${id}`, 1)
  if (!row) throw new AppError('not_found', 'There is no such import.')
  return present(files, row)
}

/**
 * Asks the process that runs the import to cancel it after the current batch.
 * @throws AppError `import_busy` when it is not running
 */
export async function cancelImport({ sql }: Imports, caller: Caller, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    const [asked] = await tx`
      update directory_imports set is_cancel_asked = true
      where id = ${id} and state in ('checking', 'importing') and ${isRunnerBusy(tx)} returning id`
    if (asked) return audit(tx, { ...caller, action: 'import.cancel', subjectId: id })
    const [found] = await tx`select 1 from directory_imports where id = ${id}`
    if (!found) throw new AppError('not_found', 'There is no such import.')
    throw new AppError('import_busy', 'It does not run any more.')
  })
}

function select(sql: Sql, which: PendingQuery<Row[]>, limit: number): Promise<ImportRow[]> {
  return withPresentState(
    sql,
    (tx, state) => tx<ImportRow[]>`
      select i.id, i.format, i.file_name, i.file_bytes::float8 as file_bytes, ${state} as state,
        i.progress, i.counts, i.failure, i.is_cancel_asked, i.check_result as check, i.created_at,
        i.started_at, i.finished_at, u.email as created_by,
        i.file_deleted_at is null as "isFileThere"
      from directory_imports i left join users u on u.id = i.created_by
      where ${which}
      order by i.created_at desc, i.id desc limit ${limit}`,
  )
}

async function present(files: ImportFiles, row: ImportRow): Promise<AdminImport> {
  const { isFileThere, created_at, started_at, finished_at, ...same } = row
  const isUploading = row.state === 'uploading'
  const received = isFileThere && isUploading ? await files.size(row.id) : 0
  return {
    ...same,
    received_bytes: isUploading ? received : row.file_bytes,
    hasFile: isFileThere && !isUploading,
    hasRejects: await files.hasRejects(row.id),
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
  }
}
