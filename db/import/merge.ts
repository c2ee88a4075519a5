import type { ReservedSql } from 'postgres'
import { type CopyValue, copyInto, copyLine } from './copy.ts'
import { type Column, type ImportFormat, layoutOf, type WriteRule } from './format.ts'
import type { LocatedRecord } from './record-reader.ts'

/** People per transaction: short enough that whoever reads the changes beside it keeps up. */
const MERGE_BATCH = 5_000

const STAGING = 'import_staging'
const COMBINED = 'import_staging_combined'

export interface MergeCounts {
  new: number
  changed: number
  unchanged: number
  removed: number
  /** In the file and not in the directory, where the file brings nobody. */
  absent: number
}

/** Whom a staged row is about; never by two keys where one will do, so that one index is looked at. */
function samePerson({ hasSourceKeys }: ImportFormat): string {
  return hasSourceKeys ? '(c.npi = s.npi or c.source_key = s.source_key)' : 'c.npi = s.npi'
}

function contactColumn(kind: string): string {
  return `contact_${kind}`
}

/**
 * Copies records into a fresh staging table; what a crashed run left goes.
 */
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

/** Of rows about one person the last counts. The lines of the others, which go. */
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
 * Makes one row of those about one person: of each column the value most rows have, of equally
 * many the first in order, so that the same rows in another order make the same person. What is
 * derived from the specialty is taken from a row with that specialty.
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

/** How many people of the directory the staging table names, and how many there are. */
export async function countNamed(
  sql: ReservedSql,
  format: ImportFormat,
): Promise<{ named: number; people: number }> {
  const [counts] = await sql.unsafe<{ named: number; people: number }[]>(`
    select (select count(*)::integer from ${STAGING} s join candidates c on ${samePerson(format)}) as named,
      (select count(*)::integer from candidates) as people`)
  return counts ?? { named: 0, people: 0 }
}

/**
 * Brings the directory in line with the staging table: inserts new people, updates those that
 * differ and touches no other, or removes them, a few thousand to a transaction.
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
  await sql.unsafe(`create index on ${STAGING} (line)`)
  await sql.unsafe(`analyze ${STAGING} (line, npi, source_key)`)
  const [{ total } = { total: 0 }] = await sql.unsafe<{ total: number }[]>(
    `select count(*)::integer as total from ${STAGING}`,
  )
  const statements = statementsOf(format)
  const counts: MergeCounts = { new: 0, changed: 0, unchanged: 0, removed: 0, absent: 0 }
  let [after, done] = [0, 0]
  while (done < total) {
    const [end] = await sql.unsafe<{ line: number; people: number }[]>(
      `select max(line) as line, count(*)::integer as people from (
         select line from ${STAGING} where line > $1 order by line limit ${MERGE_BATCH}) batch`,
      [after],
    )
    if (!end || end.people === 0) break
    const merged = await mergeBatch(sql, statements, [after, end.line])
    for (const [what, count] of Object.entries(merged)) counts[what as keyof MergeCounts] += count
    after = end.line
    done += end.people
    onProgress?.(done, total)
  }
  return counts
}

interface Statements {
  count: string
  remove: string[]
  update: string[]
  insert: string[]
  contacts: string[]
}

async function mergeBatch(
  sql: ReservedSql,
  { count, remove, update, insert, contacts }: Statements,
  range: [after: number, upTo: number],
): Promise<MergeCounts> {
  const idsOf = async (statements: string[]) => {
    const ids = new Set<string>()
    for (const statement of statements) {
      for (const { id } of await sql.unsafe<{ id: string }[]>(statement, range)) ids.add(id)
    }
    return ids
  }
  await sql`begin`
  try {
    const [{ people, known } = { people: 0, known: 0 }] = await sql.unsafe<
      { people: number; known: number }[]
    >(count, range)
    const removed = await idsOf(remove)
    // Before the insert, or the update would look at the new people again.
    const updated = await idsOf(update)
    const created = await idsOf(insert)
    const reached = await idsOf(contacts)
    await sql`commit`
    const changed = new Set([...updated, ...[...reached].filter((id) => !created.has(id))]).size
    return {
      new: created.size,
      changed,
      unchanged: known - changed - removed.size,
      removed: removed.size,
      absent: people - known - created.size,
    }
  } catch (error) {
    await sql`rollback`
    throw error
  }
}

function statementsOf(format: ImportFormat): Statements {
  const batch = `(select * from ${STAGING} where line > $1 and line <= $2) s`
  const count = `
    select count(*)::integer as people, count(c.id)::integer as known
    from ${batch} left join candidates c on ${samePerson(format)}`
  const none: Statements = { count, remove: [], update: [], insert: [], contacts: [] }
  if (format.effect === 'remove') {
    const remove = `delete from candidates c using ${batch} where ${samePerson(format)} returning c.id`
    return { ...none, remove: [remove] }
  }
  const enrich = {
    ...none,
    update: [updateStatement(format, batch)],
    contacts: Object.entries(format.contacts).map(([kind, rule]) =>
      contactStatement(format, batch, kind, rule),
    ),
  }
  return format.effect === 'enrich'
    ? enrich
    : { ...enrich, insert: [insertStatement(format, batch)] }
}

function updateStatement(format: ImportFormat, batch: string): string {
  const rules = Object.entries(format.columns) as [Column, WriteRule][]
  const next = rules.map(([column, rule]) => nextValue(column, rule, format.source))
  return `
    update candidates c set ${rules.map(([column], i) => `${column} = ${next[i]}`).join(', ')}
    from ${batch}
    where ${samePerson(format)}
      and (${rules.map(([column]) => `c.${column}`).join(', ')})
        is distinct from (${next.join(', ')})
    returning c.id`
}

/** The column's value after the import, by `WriteRule`. */
function nextValue(column: string, rule: WriteRule, source: string): string {
  const isOwn = `c.source = '${source}'`
  const given = `coalesce(s.${column}, c.${column})`
  // Skills are never null, only none.
  const kept = column === 'skills' ? `nullif(c.skills, '{}')` : `c.${column}`
  const filled = `coalesce(${kept}, s.${column}, c.${column})`
  switch (rule) {
    case 'own':
      return `case when ${isOwn} then s.${column} else ${given} end`
    case 'known':
      return given
    case 'fill':
      return `case when ${isOwn} then ${given} else ${filled} end`
    case 'brought':
      return `case when ${isOwn} then ${given} else c.${column} end`
    case 'derived':
      return `case when ${isOwn} and s.specialty is distinct from c.specialty then ${given} else ${filled} end`
  }
}

function insertStatement(format: ImportFormat, batch: string): string {
  const { columns } = layoutOf(format)
  const values = columns.map((column) => (column === 'skills' ? `coalesce(skills, '{}')` : column))
  // Ordinals are given as rows are inserted: known people must not be tried, or theirs are lost.
  return `
    insert into candidates (${['npi', 'source_key', ...columns, 'source'].join(', ')})
    select ${['npi', 'source_key', ...values].join(', ')}, '${format.source}' from ${batch}
    where not exists (select 1 from candidates c where ${samePerson(format)})
    order by line
    returning id`
}

/** Contacts of one kind: of those from other sources none is touched. */
function contactStatement(
  format: ImportFormat,
  batch: string,
  kind: string,
  rule: 'own' | 'known',
): string {
  const { source } = format
  const same = `k.candidate_id = d.id and k.kind = '${kind}'`
  const value = `s.${contactColumn(kind)}`
  return `
    with differing as materialized (
      select c.id, ${value} as value, k.value as old
      from ${batch}
      join candidates c on ${samePerson(format)}
      left join candidate_contacts k on k.candidate_id = c.id and k.kind = '${kind}'
      where k.value is distinct from ${value}
        and (k.source is null or k.source = '${source}')
        ${rule === 'known' ? `and ${value} is not null` : ''}
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
