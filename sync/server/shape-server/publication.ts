import type { Sql } from '#db/client.ts'
import { identifier } from '#db/schema/sql-identifier.ts'
import { WITH_GENERATED } from './generated-columns.ts'
import { RequestError } from './request-error.ts'
import type { Table } from './table.ts'

/** The publication of all streamed tables; a table joins it with its first shape. */
export const PUBLICATION = 'shape_server'

/**
 * A waiting lock holds up every writer behind it; after this time it is better to try again later.
 */
const LOCK_TIMEOUT = '3s'

/**
 * Publishes a table, so that its changes are streamed with whole rows before and after.
 *
 * When it returns, every transaction that has yet to write to the table, or to commit, is streamed in
 * full. For that it waits for earlier writers: by the exclusive lock that setting the replica
 * identity takes, or by a lock of its own.
 */
export async function publishTable(sql: Sql, table: Table): Promise<void> {
  const { isPublished, isWhole, isWithGenerated } = await stateOf(sql, table)
  if (isPublished && isWhole && isWithGenerated) return
  const name = `${identifier(table.schema)}.${identifier(table.name)}`
  const publish = `alter publication ${PUBLICATION} add table only ${name}`
  const identify = `alter table only ${name} replica identity full`
  const generate = `alter publication ${PUBLICATION} set ${WITH_GENERATED}`
  try {
    // This must come first: PostgreSQL refuses updates of a table that is published with all columns
    // except its generated ones.
    if (!isWithGenerated) await sql.unsafe(generate)
    if (!isPublished) await sql.unsafe(publish).catch(ignoreAlreadyDone)
    await sql.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
      await tx.unsafe(isWhole ? `lock table only ${name} in share mode` : identify)
    })
  } catch (error) {
    // Insufficient privilege.
    if ((error as { code?: string }).code !== '42501') throw error
    throw new RequestError(
      'table',
      `${name} is not published. Its owner can do it: ${[isWithGenerated ? [] : generate, publish, identify].flat().join('; ')};`,
    )
  }
}

/** Whether a table's changes are still streamed, whole. */
export async function isTableStreamed(sql: Sql, table: Table): Promise<boolean> {
  const { isPublished, isWhole, isWithGenerated } = await stateOf(sql, table)
  return isPublished && isWhole && isWithGenerated
}

async function stateOf(sql: Sql, { oid, schema, name, columns }: Table) {
  const [state] = await sql<{ published: string; identity: string; generated: string | null }[]>`
    select c.relreplident as identity, exists (
      select from pg_publication_tables
      where pubname = ${PUBLICATION} and schemaname = ${schema} and tablename = ${name}
    ) as published, (
      -- Older servers have no such column.
      select to_jsonb(p) ->> 'pubgencols' from pg_publication p where pubname = ${PUBLICATION}
    ) as generated
    from pg_class c where c.oid = ${String(oid)}`
  return {
    isPublished: state?.published === 't',
    isWhole: state?.identity === 'f',
    isWithGenerated: state?.generated === 's' || !columns.some(({ isGenerated }) => isGenerated),
  }
}

function ignoreAlreadyDone(error: { code?: string }): void {
  // Duplicate object: another request was first.
  if (error.code !== '42710') throw error
}
