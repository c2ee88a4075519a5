import postgres from 'postgres'
import { refuseCertificateFile } from './connection-url.ts'

/** A pool of connections; also a tagged template that runs a query. */
export type Sql = postgres.Sql
/** A pool or one of its transactions: anything that runs queries. */
export type Queryable = postgres.ISql

/**
 * Opens a pool on a PostgreSQL database. No other code does.
 * @param url `postgres://user:password@host:port/database`
 * @throws where it names the file of a certificate.
 */
export function connect(url: string, { max = 10 }: { max?: number } = {}): Sql {
  refuseCertificateFile(url)
  return postgres(url, { max, onnotice, backoff, connection: SESSION })
}

/**
 * Opens a pool for the queries of requests, whose statements are cut off in time (57014): a few bad ones
 * would hold all connections, and every other request would wait for them.
 */
export function connectForRequests(url: string, { max }: { max: number }): Sql {
  refuseCertificateFile(url)
  const connection = { ...SESSION, statement_timeout: STATEMENT_TIMEOUT_MS }
  return postgres(url, { max, onnotice, backoff, connection })
}

const SESSION = { application_name: 'clinidex', timezone: 'UTC' }

/** Statements of requests take milliseconds, the slowest over millions of people seconds. */
const STATEMENT_TIMEOUT_MS = 30_000

/** Whether an error says that the database could not be reached, went away, or had no connection left. */
export function isConnectionLoss(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  // 57P: the server shuts down or starts up. 53300: it has as many connections as it may. EPIPE: it closed the
  // connection while we wrote.
  return typeof code === 'string' && /^(ECONN|EPIPE|CONNECT|57P|53300)/.test(code)
}

/**
 * A pool with values in and out as PostgreSQL's text: nothing is parsed as a date, a number or JSON,
 * so no precision is lost.
 * @param settings of its sessions, as `DateStyle`
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

/** Notices are for interactive use, such as "relation already exists". */
const onnotice = () => undefined

/**
 * Backoff in seconds before reconnecting. The package would wait up to 20, and for as long a server
 * that is back would be reported as away.
 */
const backoff = (failures: number) => Math.min(2 ** failures / 100, 1)

function asText(to: number, from: number[]) {
  const same = (text: string) => text
  return { to, from, serialize: same, parse: same }
}
