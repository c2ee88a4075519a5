import postgres from 'postgres'

/** A pool of connections; also a tagged template that runs a query. */
export type Sql = postgres.Sql
/** A pool or a transaction of it: whatever can run a query. */
export type Queryable = postgres.ISql

/**
 * Opens a pool on a PostgreSQL database. The only place that does.
 * @param url `postgres://user:password@host:port/database`
 */
export function connect(url: string, { max = 10 }: { max?: number } = {}): Sql {
  return postgres(url, {
    max,
    // Notices are for people at a prompt; "relation already exists" is not news to a program.
    onnotice: () => undefined,
    connection: { application_name: 'clinidex', timezone: 'UTC' },
  })
}
