import type { Env } from '#api/env.ts'

/**
 * Whose pages may call the API: where people reach us, first; outside production also this machine
 * under any port, where the development server runs.
 * @param port the one that is listened on.
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
