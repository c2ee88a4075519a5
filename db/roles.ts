import { createHmac } from 'node:crypto'
import type { Queryable, Sql } from './client.ts'
import { SENT_TABLES } from './schema/synced-tables.ts'

/**
 * The roles beside the database's owner, who migrates, imports and seeds.
 * - `clinidex_app` serves requests: it changes rows, but no table, and no entry of the audit log.
 * - `clinidex_sync` sends rows to devices: it can read only what is sent.
 */
const ROLES = ['clinidex_app', 'clinidex_sync'] as const
type Role = (typeof ROLES)[number]

/**
 * The URL of the same database as another role, for roles that `createRoles` created with this
 * owner. The password is derived from the owner's, so that none needs to be stored.
 */
export function roleUrl(ownerUrl: string, role: Role): string {
  const url = new URL(ownerUrl)
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(role).digest('hex')
  url.username = role
  return url.href
}

/** Creates the missing roles. Must be called by one process at a time, as a superuser. */
export async function createRoles(sql: Sql, ownerUrl: string): Promise<void> {
  for (const role of ROLES) {
    const [found] = await sql`select 1 from pg_roles where rolname = ${role}`
    if (found) continue
    const replication = role === 'clinidex_sync' ? 'replication' : ''
    const { password } = new URL(roleUrl(ownerUrl, role))
    // SQL allows no parameters here; both name and password consist of letters and digits.
    await sql.unsafe(`create role ${role} login ${replication} password '${password}'`)
  }
}

/** Grants each existing role its rights on the existing tables, and no others. */
export async function grantRights(sql: Queryable): Promise<void> {
  const roles = await sql<{ rolname: Role }[]>`
    select rolname from pg_roles where rolname = any(${[...ROLES]})`
  const has = (role: Role) => roles.some(({ rolname }) => rolname === role)
  if (has('clinidex_app')) {
    await sql`grant select, insert, update, delete on all tables in schema public to clinidex_app`
    await sql`revoke update, delete on audit_log from clinidex_app`
    // Only a trigger writes this table, with the owner's rights.
    await sql`revoke insert, update, delete on audit_chain from clinidex_app`
    await sql`revoke insert, update, delete on schema_migrations from clinidex_app`
  }
  if (has('clinidex_sync')) {
    await sql`revoke all on all tables in schema public from clinidex_sync`
    const tables = await sql<{ name: string }[]>`
      select tablename as name from pg_tables
      where schemaname = 'public' and tablename = any(${SENT_TABLES})`
    for (const { name } of tables) await sql`grant select on ${sql(name)} to clinidex_sync`
  }
}
