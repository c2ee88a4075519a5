import type { ReservedSql } from 'postgres'
import { retried } from '#db/retried.ts'
import type { ImportFormat } from './format.ts'
import { isRemoval, noEffectStatements, type Statements, statementsOf } from './merge-statements.ts'
import { STAGING } from './staging.ts'

/** The number of people per transaction, short enough for followers of the changes to keep up. */
const MERGE_BATCH = 5_000

export interface MergeCounts {
  new: number
  changed: number
  unchanged: number
  removed: number
  /** People in the file but not in the directory, when the file adds no people. */
  absent: number
}

/** How many people of the directory the staging table removes, and the total number of people. */
export async function countRemovals(
  sql: ReservedSql,
  format: ImportFormat,
): Promise<{ leaving: number; people: number }> {
  const [counts] = await sql.unsafe<{ leaving: number; people: number }[]>(`
    select (select count(*)::integer from ${STAGING} s join candidates c on ${isRemoval(format)}) as leaving,
      (select count(*)::integer from candidates) as people`)
  return counts ?? { leaving: 0, people: 0 }
}

/**
 * Merges the staging table into the directory: inserts new people, updates those that differ, or
 * removes people, a few thousand per transaction. Rows without a change, which are most of a
 * monthly file, are deleted from the staging table first, all at once.
 */
export async function mergeStaging(
  sql: ReservedSql,
  format: ImportFormat,
  options: {
    onProgress?: (done: number, total: number) => void
    /** Aborts the merge before the next batch. */
    signal?: AbortSignal | undefined
  } = {},
): Promise<MergeCounts> {
  const { onProgress, signal } = options
  const total = await stagedRows(sql)
  onProgress?.(0, total)
  const counts = { new: 0, changed: 0, removed: 0, ...(await dropNoEffectRows(sql, format)) }
  let done = counts.unchanged + counts.absent
  onProgress?.(done, total)
  // Each batch must find its people by index: otherwise the planner chooses to read the whole
  // directory for each batch.
  await sql`set enable_hashjoin = off`
  await sql`set enable_mergejoin = off`
  await sql.unsafe(`create index on ${STAGING} (line)`)
  await sql.unsafe(`analyze ${STAGING} (line)`)
  const statements = statementsOf(format)
  let after = 0
  for (let batch = 1; done < total && !signal?.aborted; batch++) {
    // The statistics of an empty directory are wrong once the first batch has filled it.
    if (batch <= 2) await analyzeDirectory(sql)
    const [end] = await sql.unsafe<{ line: number; people: number }[]>(
      `select max(line) as line, count(*)::integer as people from (
         select line from ${STAGING} where line > $1 order by line limit ${MERGE_BATCH}) batch`,
      [after],
    )
    if (!end || end.people === 0) break
    const range: [number, number] = [after, end.line]
    const merged = await retried(() => mergeBatch(sql, statements, range))
    for (const [what, count] of Object.entries(merged)) counts[what as keyof MergeCounts] += count
    after = end.line
    done += end.people
    onProgress?.(done, total)
  }
  return counts
}

/**
 * Updates the planner's statistics of the directory: by the number of contacts of a kind the
 * planner decides whether to look them up by person. With a wrong estimate, each row of a batch
 * would read all contacts.
 */
async function analyzeDirectory(sql: ReservedSql): Promise<void> {
  // The sample has 3,000 rows, whatever the table's size.
  await sql`set default_statistics_target = 10`
  await sql`
    analyze candidates (id, npi, source_key, source), candidate_contacts (candidate_id, kind, source)`
  await sql`reset default_statistics_target`
}

/** The number of staging rows, with fresh statistics for the planner. */
export async function stagedRows(sql: ReservedSql): Promise<number> {
  await sql.unsafe(`analyze ${STAGING} (line, npi, source_key)`)
  const [{ total } = { total: 0 }] = await sql.unsafe<{ total: number }[]>(
    `select count(*)::integer as total from ${STAGING}`,
  )
  return total
}

/** Deletes rows without a change from the staging table, and counts them. */
export async function dropNoEffectRows(
  sql: ReservedSql,
  format: ImportFormat,
): Promise<Pick<MergeCounts, 'unchanged' | 'absent'>> {
  const drop = async (statement: string | undefined) =>
    statement === undefined ? 0 : (await sql.unsafe(statement)).count
  const { absent, unchanged } = noEffectStatements(format)
  return { absent: await drop(absent), unchanged: await drop(unchanged) }
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
    // Updates come before inserts, or the update would read the new people again.
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
