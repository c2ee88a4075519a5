import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '../../env.ts'

/**
 * What signs sessions: the secret given, or one made up once per data folder. Production always
 * gives one (see `api/env.ts`).
 */
export async function authSecret(env: Pick<Env, 'AUTH_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (env.AUTH_SECRET !== undefined) return env.AUTH_SECRET
  const path = join(env.DATA_DIR, 'auth.secret')
  await mkdir(env.DATA_DIR, { recursive: true })
  try {
    // Two processes may start at once: one makes the file, both read it.
    await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFile(path, 'utf8')
}
