import type { Env } from '#api/env.ts'

/**
 * The origins that may call the API, the public one first; outside production also localhost on any
 * port, for the development server.
 * @param port the port this process listens on.
 */
export function trustedOrigins(
  env: Pick<Env, 'NODE_ENV' | 'PUBLIC_URL'>,
  port: number,
): [string, ...string[]] {
  const own = new URL(env.PUBLIC_URL ?? `http://localhost:${port}`).origin
  return env.NODE_ENV === 'production'
    ? [own]
    : [own, 'http://localhost:*', 'http://127.0.0.1:*', 'http://localhost', 'http://127.0.0.1']
}
