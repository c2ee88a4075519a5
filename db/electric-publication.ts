import type { Queryable } from './client.ts'
import { SENT_TABLES } from './schema/synced-tables.ts'

/** The name that Electric uses. */
const PUBLICATION = 'electric_publication_default'

/**
 * Adds every table that is sent to devices to the publication that Electric follows. Otherwise
 * Electric removes a table with the last shape of an old slot and adds it again with the first new
 * one: what an open transaction had written by then is neither in that shape's snapshot nor in its
 * stream, and no device ever receives it. Must be called by one process at a time, as the owner.
 * @throws for the operator, when the publication belongs to another role
 */
export async function publishToElectric(sql: Queryable): Promise<void> {
  const tables = await sql<{ name: string; is_published: boolean }[]>`
    select quote_ident(tablename) as name, tablename in (
      select tablename from pg_publication_tables
      where pubname = ${PUBLICATION} and schemaname = 'public'
    ) as is_published
    from pg_tables where schemaname = 'public' and tablename = any(${SENT_TABLES})`
  if (tables.every(({ is_published }) => is_published)) return
  const names = tables.map(({ name }) => name).join(', ')
  const [found] = await sql<{ owner: string; us: string; is_ours: boolean }[]>`
    select quote_ident(pg_get_userbyid(pubowner)) as owner, quote_ident(current_user) as us,
      pg_has_role(pubowner, 'usage') as is_ours
    from pg_publication where pubname = ${PUBLICATION}`
  if (found && !found.is_ours) {
    throw new Error(
      `Electric connected as ${found.owner} before the app ran, so that its publication belongs to that role. As a superuser run: alter publication ${PUBLICATION} owner to ${found.us}`,
    )
  }
  await sql.unsafe(
    found
      ? `alter publication ${PUBLICATION} set table ${names}`
      : `create publication ${PUBLICATION} for table ${names}`,
  )
}
