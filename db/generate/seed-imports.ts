import type { Sql } from '#db/client.ts'
import type { ImportCounts, ImportFormatName, ImportState } from '#db/schema/directory-imports.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

interface SeedImport {
  format: ImportFormatName
  fileName: string
  bytes: number
  state: ImportState
  daysAgo: number
  minutes: number
  counts?: Partial<ImportCounts>
  failure?: string
}

const IMPORTS: readonly SeedImport[] = [
  {
    format: 'nppes',
    fileName: 'NPPES_Data_Dissemination_V2.zip',
    bytes: 1_083_420_116,
    state: 'done',
    daysAgo: 21,
    minutes: 14,
    counts: {
      ...{ read: 52_180, new: 48_941, changed: 112, unchanged: 947, rejected: 3 },
      skipped: { organization: 2_177 },
    },
  },
  {
    format: 'deactivated',
    fileName: 'NPPES Deactivated NPI Report.zip',
    bytes: 4_310_870,
    state: 'done',
    daysAgo: 9,
    minutes: 1,
    counts: { read: 291_404, removed: 38, absent: 291_366 },
  },
  {
    format: 'csv',
    fileName: 'conference-attendees.csv',
    bytes: 218_340,
    state: 'failed',
    daysAgo: 2,
    minutes: 1,
    failure: '812 of its 1,204 rows cannot be used, the first because the NPI is not ten digits.',
  },
]

const NO_COUNTS: ImportCounts = {
  ...{ read: 0, new: 0, changed: 0, unchanged: 0, removed: 0, absent: 0 },
  ...{ suppressed: 0, rejected: 0, skipped: {} },
}

/** Gives a development machine a history of imports, unless there are imports already. */
export async function seedImports(sql: Sql, { by, now }: { by: string; now: Date }): Promise<void> {
  await sql.begin(async (tx) => {
    const [someImport] = await tx`select 1 from directory_imports limit 1`
    if (someImport) return
    for (const { format, fileName, bytes, state, daysAgo, minutes, counts, failure } of IMPORTS) {
      const started = new Date(now.getTime() - daysAgo * DAY_MS)
      const finished = new Date(started.getTime() + minutes * MINUTE_MS)
      await tx`
        insert into directory_imports (format, file_name, file_bytes, state, created_by, created_at,
          touched_at, started_at, finished_at, file_deleted_at, counts, failure)
        select ${format}, ${fileName}, ${bytes}, ${state}, (select id from users where email = ${by}),
          ${started}, ${finished}, ${started}, ${finished}, ${finished},
          ${counts ? tx.json({ ...NO_COUNTS, ...counts }) : null}, ${failure ?? null}`
    }
  })
}
