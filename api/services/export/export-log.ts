import type { ExportHistory } from '#api/contract/history.ts'
import type { Queryable } from '#db/client.ts'

/** An export as the account's log stores it, without the people in it. */
export interface ExportManifest {
  accountId: string
  count: number
  format: string
  fileName: string
  columns: readonly string[]
  filters: Parameters<Queryable['json']>[0] | undefined
}

/** The number of exports that the account's page shows. */
const LATEST = 5

/** Adds an export to the account's log. */
export async function logExport(sql: Queryable, manifest: ExportManifest): Promise<void> {
  const { accountId, count, format, fileName, columns, filters } = manifest
  await sql`insert into export_logs ${sql({
    owner_id: accountId,
    export_count: count,
    format,
    file_name: fileName,
    columns: [...columns],
    filters: filters === undefined ? null : sql.json(filters),
  })}`
}

/** An account's exports: the number of people in all, and the latest exports, newest first. */
export async function readExportHistory(sql: Queryable, accountId: string): Promise<ExportHistory> {
  const [sum] = await sql<{ total: number }[]>`
    select coalesce(sum(export_count), 0)::float8 as total
    from export_logs where owner_id = ${accountId}`
  const latest = await sql<(ExportHistory['latest'][number] & { export_date: Date })[]>`
    select id, export_date, export_count, format, file_name, columns, filters
    from export_logs where owner_id = ${accountId}
    order by export_date desc, id limit ${LATEST}`
  return {
    total: sum?.total ?? 0,
    latest: latest.map((row) => ({ ...row, export_date: row.export_date.toISOString() })),
  }
}
