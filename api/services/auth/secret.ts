import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#api/env.ts'

/**
 * The secret that signs sessions: AUTH_SECRET, or one generated once per data folder. Production
 * requires AUTH_SECRET (see `api/env.ts`).
 */
export async function authSecret(env: Pick<Env, 'AUTH_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (env.AUTH_SECRET !== undefined) return env.AUTH_SECRET
  const path = join(env.DATA_DIR, 'auth.secret')
  const draft = `${path}.${randomUUID()}`
  await mkdir(env.DATA_DIR, { recursive: true })
  // Two processes may start at once: one links its complete file, and both read that.
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(path, 'utf8')
}
