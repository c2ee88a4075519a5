import type { Queryable } from '#db/client.ts'
import type { ImportFormatName } from '#db/schema/directory-imports.ts'
import { dac } from './dac.ts'
import { deactivated } from './deactivated.ts'
import type { ImportFormat } from './format.ts'
import { specialtyNames } from './import-taxonomy.ts'
import { legacyCsv } from './legacy-csv.ts'
import { nppes } from './nppes.ts'

const FORMATS: Record<ImportFormatName, (names: ReadonlyMap<string, string>) => ImportFormat> = {
  nppes,
  dac,
  deactivated: () => deactivated,
  csv: () => legacyCsv,
}

/** How files of a kind are read, with the names that this database gives specialties. */
export async function importFormat(sql: Queryable, name: ImportFormatName): Promise<ImportFormat> {
  return FORMATS[name](await specialtyNames(sql))
}
