import type { Queryable } from '#db/client.ts'

/** A table as it is backed up. */
export interface BackupTable {
  name: string
  /**
   * The columns, except those that PostgreSQL computes and transaction ids, which have no meaning
   * elsewhere.
   */
  columns: string[]
}

/**
 * Every table of the catalogue, so that none is forgotten, except those whose rows are created
 * otherwise: unlogged tables, which a crash empties too (request counters, an import's staging),
 * and the list of migrations, which the restore runs.
 */
export async function backupTables(sql: Queryable): Promise<BackupTable[]> {
  return sql<BackupTable[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> 'schema_migrations'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.atttypid <> 'xid8'::regtype
    group by c.relname order by c.relname`
}
