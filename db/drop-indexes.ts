import type { Queryable } from './client.ts'

/**
 * Drops keys and indexes of tables and disables their triggers, which makes loading many rows
 * several times as fast. The caller's connection must hold the tables exclusively.
 * @param tables trusted names, as PostgreSQL quotes them
 * @param kept indexes to keep: those of an ascending value cost less row by row than at the end
 * @returns restores the indexes and triggers, and checks every key
 */
export async function dropIndexes(
  sql: Queryable,
  tables: readonly string[],
  kept: readonly string[] = [],
): Promise<() => Promise<void>> {
  const names = [...tables]
  // A referenced key can be dropped only after the keys that refer to it: in this order 'f'
  // precedes 'p' and 'u'.
  const constraints = await sql<{ owner: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as owner, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype in ('p', 'u', 'f')
      and (conrelid::regclass::text = any(${names}) or confrelid::regclass::text = any(${names}))
    order by contype`
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid::regclass::text = any(${names})
      and not indexrelid::regclass::text = any(${[...kept]})
      and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`
  // They are sent in one message, or each of dozens would wait for the response to the previous
  // one.
  const run = (statements: string[]) => sql.unsafe(statements.join(';\n'))
  await run([
    ...constraints.map(({ owner, name }) => `alter table ${owner} drop constraint ${name}`),
    ...indexes.map(({ name }) => `drop index ${name}`),
    // All rows are new: the triggers that mark others as changed are unnecessary.
    ...tables.map((table) => `alter table ${table} disable trigger user`),
  ])
  return async () => {
    await run([
      ...tables.map((table) => `alter table ${table} enable trigger user`),
      ...indexes.map(({ definition }) => definition),
      ...constraints
        .toReversed()
        .map(
          ({ owner, name, definition }) =>
            `alter table ${owner} add constraint ${name} ${definition}`,
        ),
    ])
  }
}
