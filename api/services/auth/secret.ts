import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Env } from '#api/env.ts'
import { madeOnce } from '#db/made-once.ts'

/**
 * The secret that signs sessions: AUTH_SECRET, or one generated once per data folder. Production
 * requires AUTH_SECRET (see `api/env.ts`).
 */
export async function authSecret(env: Pick<Env, 'AUTH_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (env.AUTH_SECRET !== undefined) return env.AUTH_SECRET
  return madeOnce(join(env.DATA_DIR, 'auth.secret'), () => randomBytes(32).toString('hex'))
}
