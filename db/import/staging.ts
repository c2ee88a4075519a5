import type { ReservedSql } from 'postgres'
import { type CopyValue, copyInto, copyLine } from './copy.ts'
import { type ImportFormat, layoutOf } from './format.ts'
import type { LocatedRecord } from './record-reader.ts'

/**
 * The staging table: the file's rows during their comparison with the directory. It belongs to one
 * import at a time.
 */
export const STAGING = 'import_staging'
const COMBINED = 'import_staging_combined'

export function contactColumn(kind: string): string {
  return `contact_${kind}`
}

/** Copies records into a new staging table; one left by a crashed run is dropped. */
export async function stage(
  sql: ReservedSql,
  format: ImportFormat,
  records: AsyncIterable<LocatedRecord[]>,
): Promise<void> {
  const { columns, contactKinds } = layoutOf(format)
  const contacts = contactKinds.map(contactColumn)
  await dropStaging(sql)
  await sql.unsafe(`
    create unlogged table ${STAGING} as
    select ${[
      'null::integer as line',
      'npi',
      'source_key',
      ...columns,
      ...contacts.map((column) => `null::text as ${column}`),
    ].join(', ')} from candidates limit 0`)
  async function* lines() {
    for await (const some of records) {
      let text = ''
      for (const { line, npi, sourceKey, fields, contacts: values } of some) {
        const row: CopyValue[] = [line, npi, sourceKey ?? null]
        for (const column of columns) row.push(fields[column] ?? null)
        for (const kind of contactKinds) row.push(values[kind] ?? null)
        text += copyLine(row)
      }
      yield text
    }
  }
  await copyInto(sql, STAGING, ['line', 'npi', 'source_key', ...columns, ...contacts], lines())
}

export async function dropStaging(sql: ReservedSql): Promise<void> {
  await sql.unsafe(`drop table if exists ${STAGING}, ${COMBINED}`)
}

/**
 * Deletes repeated rows: the last row about a person counts.
 * @returns the deleted lines
 */
export async function dropRepeated(sql: ReservedSql): Promise<number[]> {
  const rows = await sql.unsafe<{ line: number }[]>(`
    delete from ${STAGING} where line in (
      select line from (
        select line, lead(line) over (partition by npi, source_key order by line) as later
        from ${STAGING}
      ) repeated where later is not null)
    returning line`)
  return rows.map(({ line }) => line).sort((a, b) => a - b)
}

/**
 * Combines rows about one person into one: each column gets its most frequent value, or the first
 * in sort order of equally frequent ones, so that the result does not depend on the order of rows.
 * Values derived from the specialty are taken from a row with that specialty.
 */
export async function combineRepeated(sql: ReservedSql, format: ImportFormat): Promise<void> {
  const { columns } = layoutOf(format)
  const most = (column: string) => `mode() within group (order by ${column})`
  const combined = columns.map((column) =>
    format.columns[column] === 'derived'
      ? `(${most(`array[specialty, ${column}]`)} filter (where specialty is not null))[2]`
      : most(column),
  )
  await sql.unsafe(`
    create unlogged table ${COMBINED} as
    select min(line) as line, npi, source_key,
      ${columns.map((column, i) => `${combined[i]} as ${column}`).join(', ')}
    from ${STAGING} group by npi, source_key`)
  await sql.unsafe(`drop table ${STAGING}`)
  await sql.unsafe(`alter table ${COMBINED} rename to ${STAGING}`)
}
