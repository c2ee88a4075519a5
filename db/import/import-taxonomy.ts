import type { Queryable, Sql } from '#db/client.ts'
import type { SpecialtyNameRow } from '#db/schema/specialty-names.ts'
import { cleanText } from './clean.ts'
import { readCsv } from './csv.ts'
import { findColumns } from './find-columns.ts'
import { openSourceFile } from './source-file.ts'
import { UnreadableFileError } from './unreadable-file-error.ts'

/**
 * Names of specialties. The built-in ones are public domain; an operator may load the CMS crosswalk
 * or a licensed copy of NUCC's code set instead. Loaded names are in the database, for every
 * process and every backup. Only names are loaded: the title and job function of a code stay built
 * in, and a person's specialty gets its new name with the next import that contains the person.
 */
const CROSSWALK = {
  code: ['PROVIDER TAXONOMY CODE'],
  path: [
    'PROVIDER TAXONOMY DESCRIPTION:  TYPE, CLASSIFICATION, SPECIALIZATION',
    'PROVIDER TAXONOMY DESCRIPTION: TYPE, CLASSIFICATION, SPECIALIZATION',
    'PROVIDER TAXONOMY DESCRIPTION',
  ],
} as const
const CODE_SET = {
  code: ['Code'],
  grouping: ['Grouping'],
  classification: ['Classification'],
  specialization: ['Specialization'],
} as const

const KIND = 'a file of taxonomy codes'

/** Fields whose specializations are names by themselves: "Endodontics", "Cardiovascular Disease". */
const SELF_EXPLAINING = /^(allopathic|dental)/i

export interface TaxonomySummary {
  /** The number of rows in the file, without the header. */
  read: number
  /** The number of codes with a new, changed or removed name. */
  changed: number
  rejected: number
}

/** The loaded names of specialties by taxonomy code; empty unless an operator loaded some. */
export async function specialtyNames(sql: Queryable): Promise<Map<string, string>> {
  const rows = await sql<SpecialtyNameRow[]>`
    select code, specialty from specialty_names`
  return new Map(rows.map(({ code, specialty }) => [code, specialty]))
}

/**
 * Replaces the names of specialties by those in a file.
 * @throws UnreadableFileError, with nothing changed, when the file is unusable
 */
export async function importTaxonomy(sql: Sql, path: string): Promise<TaxonomySummary> {
  const { names, read, rejected } = await readNames(path)
  if (names.size === 0) throw new UnreadableFileError('There is no taxonomy code in it.')
  const changed = await sql.begin(async (tx) => {
    const before = await specialtyNames(tx)
    await tx`delete from specialty_names`
    await tx`
      insert into specialty_names (code, specialty)
      select * from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[])`
    const codes = new Set([...before.keys(), ...names.keys()])
    return [...codes].filter((code) => before.get(code) !== names.get(code)).length
  })
  return { read, changed, rejected }
}

async function readNames(path: string) {
  const names = new Map<string, string>()
  let [read, rejected] = [0, 0]
  let nameOf = (_values: readonly string[]): string | null => null
  const choose = (header: string[]) => {
    const isCrosswalk = header.some((name) => /TAXONOMY CODE/i.test(name))
    const columns = isCrosswalk
      ? findColumns(header, CROSSWALK, { kind: KIND, required: ['code', 'path'] })
      : findColumns(header, CODE_SET, { kind: KIND, required: ['code', 'classification'] })
    nameOf = isCrosswalk
      ? ([, description = '']) => specialtyName(pathOf(description))
      : ([, ...parts]) => specialtyName(parts)
    return Object.values(columns)
  }
  const file = await openSourceFile(path)
  for await (const rows of readCsv(file, choose)) {
    for (const { values, error } of rows) {
      read++
      const code = values[0]?.trim() ?? ''
      const name = nameOf(values)
      if (error === undefined && /^\w{10}$/.test(code) && name !== null) names.set(code, name)
      else rejected++
    }
  }
  return { names, read, rejected }
}

/**
 * The parts of "Type/Classification/Specialization", or of "Type/Classification, Specialization" in
 * newer rows.
 */
function pathOf(description: string): string[] {
  const [, ...parts] = description.match(/^([^/]*)\/(.*?)(?:(?:\/|, )(.*))?$/s) ?? []
  return parts
}

/**
 * The name of a specialty: "Cardiovascular Disease", "Family Nurse Practitioner", "Chiropractor";
 * null without a name.
 */
function specialtyName(parts: readonly string[]): string | null {
  const [grouping, classification, specialization] = parts.map((part) => cleanText(part))
  if (!classification) return null
  if (!specialization) return classification
  if (SELF_EXPLAINING.test(grouping ?? '')) return specialization
  return specialization.includes(classification)
    ? specialization
    : `${specialization} ${classification}`
}
