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

/** The reader of a kind of file, with the names of specialties in this database. */
export async function importFormat(sql: Queryable, name: ImportFormatName): Promise<ImportFormat> {
  return FORMATS[name](await specialtyNames(sql))
}
