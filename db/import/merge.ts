import type { ReservedSql } from 'postgres'
import type { ImportFormat } from './format.ts'

/** People per transaction: short enough that whoever reads the changes beside it keeps up. */
const MERGE_BATCH = 5_000

export const STAGING_TABLE = 'import_staging'

export interface MergeCounts {
  new: number
  changed: number
  unchanged: number
}

/** The staging table's columns after `line` and `npi`, in the order of a record's values. */
export function stagedColumns({ columns, derivedColumns, contactKinds }: ImportFormat): string[] {
  return [...columns, ...derivedColumns, ...contactKinds.map(contactColumn)]
}

function contactColumn(kind: string): string {
  return `contact_${kind}`
}

/** A fresh staging table; what a crashed run left goes. */
export async function createStaging(sql: ReservedSql, format: ImportFormat): Promise<void> {
  const columns = [...format.columns, ...format.derivedColumns].join(', ')
  const contacts = format.contactKinds.map((kind) => `null::text as ${contactColumn(kind)}`)
  await dropStaging(sql)
  await sql.unsafe(`
    create unlogged table ${STAGING_TABLE} as
    select null::integer as line, npi, ${[columns, ...contacts].join(', ')} from candidates limit 0`)
}

export async function dropStaging(sql: ReservedSql): Promise<void> {
  await sql.unsafe(`drop table if exists ${STAGING_TABLE}`)
}

/** Of rows with one key the last counts. The lines of the others, which go. */
export async function dropRepeated(sql: ReservedSql): Promise<number[]> {
  const rows = await sql.unsafe<{ line: number }[]>(`
    delete from ${STAGING_TABLE} where line in (
      select line from (
        select line, lead(line) over (partition by npi order by line) as later from ${STAGING_TABLE}
      ) repeated where later is not null)
    returning line`)
  return rows.map(({ line }) => line).sort((a, b) => a - b)
}

/**
 * Brings the directory in line with the staging table, by NPI: inserts new people, updates those
 * that differ and touches no other, a few thousand to a transaction.
 */
export async function mergeStaging(
  sql: ReservedSql,
  format: ImportFormat,
  onProgress?: (done: number, total: number) => void,
): Promise<MergeCounts> {
  // Each batch looks its people up by index. Left to itself the planner would rather read the whole
  // directory, once for each batch.
  await sql`set enable_hashjoin = off`
  await sql`set enable_mergejoin = off`
  await sql.unsafe(`create index on ${STAGING_TABLE} (line)`)
  await sql.unsafe(`analyze ${STAGING_TABLE} (line, npi)`)
  const [{ total } = { total: 0 }] = await sql.unsafe<{ total: number }[]>(
    `select count(*)::integer as total from ${STAGING_TABLE}`,
  )
  const statements = mergeStatements(format)
  const counts: MergeCounts = { new: 0, changed: 0, unchanged: 0 }
  let [after, done] = [0, 0]
  while (done < total) {
    const [end] = await sql.unsafe<{ line: number; people: number }[]>(
      `select max(line) as line, count(*)::integer as people from (
         select line from ${STAGING_TABLE} where line > $1 order by line limit ${MERGE_BATCH}) batch`,
      [after],
    )
    if (!end || end.people === 0) break
    const merged = await mergeBatch(sql, statements, [after, end.line])
    counts.new += merged.new
    counts.changed += merged.changed
    counts.unchanged += end.people - merged.new - merged.changed
    after = end.line
    done += end.people
    onProgress?.(done, total)
  }
  return counts
}

interface MergeStatements {
  update: string
  insert: string
  contacts: string[]
}

async function mergeBatch(
  sql: ReservedSql,
  { update, insert, contacts }: MergeStatements,
  range: [after: number, upTo: number],
): Promise<{ new: number; changed: number }> {
  await sql`begin`
  try {
    const changed = new Set<string>()
    // Before the insert, or the update would look at the new people again.
    for (const { id } of await sql.unsafe<{ id: string }[]>(update, range)) changed.add(id)
    const inserted = await sql.unsafe<{ id: string }[]>(insert, range)
    const created = new Set(inserted.map(({ id }) => id))
    for (const statement of contacts) {
      for (const { id } of await sql.unsafe<{ id: string }[]>(statement, range)) {
        if (!created.has(id)) changed.add(id)
      }
    }
    await sql`commit`
    return { new: created.size, changed: changed.size }
  } catch (error) {
    await sql`rollback`
    throw error
  }
}

function mergeStatements(format: ImportFormat): MergeStatements {
  const { columns, derivedColumns, contactKinds, source } = format
  const all = [...columns, ...derivedColumns]
  const batch = `(select * from ${STAGING_TABLE} where line > $1 and line <= $2) s`
  const isOwn = `c.source = '${source}'`
  // What the source says of its own people holds, gaps included; of others it only adds.
  const next = (column: string) =>
    (derivedColumns as readonly string[]).includes(column)
      ? `case when ${isOwn} then s.${column} else c.${column} end`
      : `case when ${isOwn} then s.${column} else coalesce(s.${column}, c.${column}) end`
  return {
    update: `
      update candidates c set ${all.map((column) => `${column} = ${next(column)}`).join(', ')}
      from ${batch}
      where c.npi = s.npi
        and (${all.map((column) => `c.${column}`).join(', ')})
          is distinct from (${all.map(next).join(', ')})
      returning c.id`,
    // Ordinals are given as rows are inserted: known people must not be tried, or theirs are lost.
    insert: `
      insert into candidates (npi, ${all.join(', ')}, source)
      select npi, ${all.join(', ')}, '${source}' from ${batch}
      where not exists (select 1 from candidates c where c.npi = s.npi)
      order by line
      returning id`,
    contacts: contactKinds.map((kind) => contactStatement(kind, source, batch)),
  }
}

/** Contacts of one kind: of those from other sources none is touched. */
function contactStatement(kind: string, source: string, batch: string): string {
  const same = `k.candidate_id = d.id and k.kind = '${kind}'`
  return `
    with differing as materialized (
      select c.id, s.${contactColumn(kind)} as value, k.value as old
      from ${batch}
      join candidates c on c.npi = s.npi
      left join candidate_contacts k on k.candidate_id = c.id and k.kind = '${kind}'
      where k.value is distinct from s.${contactColumn(kind)}
        and (k.source is null or k.source = '${source}')
    ), removed as (
      delete from candidate_contacts k using differing d where ${same} and d.value is null
    ), replaced as (
      update candidate_contacts k set value = d.value, verified_at = null
      from differing d where ${same} and d.value is not null
    ), added as (
      insert into candidate_contacts (candidate_id, kind, value, source)
      select id, '${kind}', value, '${source}' from differing where old is null
    )
    select id from differing`
}
