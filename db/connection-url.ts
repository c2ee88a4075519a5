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
