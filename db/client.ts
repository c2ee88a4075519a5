import postgres from 'postgres'
import { refuseCertificateFile } from './connection-url.ts'

/** A connection pool, which is also a tagged template that runs a query. */
export type Sql = postgres.Sql
/** A pool or one of its transactions: anything that runs queries. */
export type Queryable = postgres.ISql

/**
 * Opens a pool on a PostgreSQL database. No other code does.
 * @param url `postgres://user:password@host:port/database`
 * @throws when the URL names a certificate file
 */
export function connect(url: string, { max = 10 }: { max?: number } = {}): Sql {
  refuseCertificateFile(url)
  return postgres(url, { max, onnotice, backoff, connection: SESSION })
}

/**
 * Opens a pool for the queries of requests, whose statements time out (57014): a few slow ones
 * would hold all connections, and every other request would wait for them.
 */
export function connectForRequests(url: string, { max }: { max: number }): Sql {
  refuseCertificateFile(url)
  const connection = { ...SESSION, statement_timeout: STATEMENT_TIMEOUT_MS }
  return postgres(url, { max, onnotice, backoff, connection })
}

const SESSION = { application_name: 'clinidex', timezone: 'UTC' }

/** Statements of requests take milliseconds; the slowest, over millions of people, take seconds. */
const STATEMENT_TIMEOUT_MS = 30_000

/** Whether an error says that the database could not be reached, went away, or had no connection left. */
export function isConnectionLoss(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  // 57P: the server is shutting down or starting. 53300: it has reached its connection limit.
  // EPIPE: it closed the connection during a write.
  return typeof code === 'string' && /^(ECONN|EPIPE|CONNECT|57P|53300)/.test(code)
}

/**
 * Opens a pool that sends and returns values as PostgreSQL's text: no value is parsed as a date, a
 * number or JSON, so no precision is lost.
 * @param settings settings of its sessions, such as `DateStyle`
 */
export function connectAsText(
  url: string,
  { max, settings }: { max: number; settings: Record<string, string> },
): Sql {
  refuseCertificateFile(url)
  return postgres(url, {
    max,
    onnotice,
    backoff,
    connection: { application_name: 'clinidex', ...settings },
    fetch_types: false,
    types: {
      number: asText(0, [21, 23, 26, 700, 701]),
      json: asText(114, [114, 3802]),
      boolean: asText(16, [16]),
      date: asText(1184, [1082, 1114, 1184]),
      bytea: asText(17, [17]),
    },
  }) as unknown as Sql
}

/** Notices such as "relation already exists" are for interactive use, and are ignored. */
const onnotice = () => undefined

/**
 * The backoff in seconds before a reconnection. The package's default is up to 20 s, during which a
 * server that is back would be reported as unreachable.
 */
const backoff = (failures: number) => Math.min(2 ** failures / 100, 1)

function asText(to: number, from: number[]) {
  const same = (text: string) => text
  return { to, from, serialize: same, parse: same }
}
