import type { Queryable } from './client.ts'

/**
 * Drops keys and indexes of tables, and turns their triggers off, so that many rows are loaded several
 * times as fast. The caller's connection holds the tables alone.
 * @param tables trusted names, as PostgreSQL quotes them
 * @param kept indexes to leave: of a value that only grows, which costs less row by row than in the end
 * @returns makes them anew, which checks every key, and turns the triggers on
 */
export async function dropIndexes(
  sql: Queryable,
  tables: readonly string[],
  kept: readonly string[] = [],
): Promise<() => Promise<void>> {
  const names = [...tables]
  // A referenced key can be dropped only after the keys that refer to it: 'f' sorts before 'p' and
  // 'u'.
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
  // In one message, or each of dozens would wait for the answer to the one before.
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
