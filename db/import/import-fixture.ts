import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suppressPeople } from '#db/suppression.ts'
import { testDatabase } from '#tests/support/database.ts'
import type { ImportFormat } from './format.ts'
import { type ImportOptions, type ImportSummary, importFile } from './import-file.ts'

export const SUPPRESSION_KEY = Buffer.from('the suppression key of the tests')

/** A database and a folder for files, to import into. */
export async function importBench() {
  const database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'clinidex-import-'))
  const { sql } = database
  return {
    sql,
    url: database.url,
    folder,
    async write(content: string | Uint8Array): Promise<string> {
      const path = join(folder, 'file')
      await writeFile(path, content)
      return path
    },
    async import(
      format: ImportFormat,
      content: string | Uint8Array,
      options: Partial<ImportOptions> = {},
    ): Promise<ImportSummary> {
      const rejectsPath = join(folder, 'rejects.csv')
      const path = options.path ?? (await this.write(content))
      return importFile(sql, {
        format,
        rejectsPath,
        suppressionKey: SUPPRESSION_KEY,
        ...options,
        path,
      })
    },
    /** Removes a person, with these addresses besides the known ones. */
    async remove(npi: string | undefined, emails: readonly string[] = []): Promise<void> {
      await sql.begin(async (tx) => {
        const people = await tx<
          { id: string }[]
        >`select id from candidates where npi = ${npi ?? null}`
        const ids = people.map(({ id }) => id)
        await suppressPeople(tx, SUPPRESSION_KEY, ids, { npi, emails })
      })
    },
    async close(): Promise<void> {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same, with an account `u` that has an empty list. */
export async function importBenchWithList() {
  const bench = await importBench()
  await bench.sql`
    insert into users (id, name, email, email_verified, created_at, updated_at)
    values ('u', 'U', 'u@example.com', true, now(), now())`
  await bench.sql`
    insert into lists (id, owner_id, name, created_at, updated_at)
    values (gen_random_uuid(), 'u', 'A list', now(), now())`
  return bench
}

/** The CSV text of rows given by column name. */
export function csvOf(rows: readonly Record<string, string>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((values) => `${values.map(quote).join(',')}\n`)
    .join('')
}
