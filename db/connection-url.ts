import type { Sql } from './client.ts'

/** The URL with which another process connects to this pool's database. */
export function connectionUrl(sql: Sql): string {
  const { host, port, user, pass, database, ssl } = sql.options
  const url = new URL('postgres://localhost')
  url.hostname = host[0] ?? 'localhost'
  url.port = String(port[0] ?? 5432)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(typeof pass === 'string' ? pass : '')
  url.pathname = `/${encodeURIComponent(database)}`
  if (ssl) url.searchParams.set('sslmode', typeof ssl === 'string' ? ssl : 'require')
  return url.href
}

/**
 * Refuses the parameter for a certificate file in a URL, which libpq accepts: the driver would send
 * its path to the server as a session setting.
 * @throws for the operator
 */
export function refuseCertificateFile(url: string): void {
  if (!new URL(url).searchParams.has('sslrootcert')) return
  throw new Error(
    'The URL of the database has sslrootcert, which is not read: leave it out, write sslmode=verify-full, and name the file of the certificate in NODE_EXTRA_CA_CERTS.',
  )
}
