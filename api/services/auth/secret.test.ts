import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { authSecret } from './secret.ts'

it('takes the secret given, or makes one per data folder for its owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clinidex-secret-'))
  const env = { DATA_DIR: join(folder, 'data'), AUTH_SECRET: undefined }
  const [first, second] = await Promise.all([authSecret(env), authSecret(env)])
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(second).toBe(first)
  expect((await stat(join(env.DATA_DIR, 'auth.secret'))).mode & 0o777).toBe(0o600)
  expect(await authSecret({ ...env, AUTH_SECRET: 'given' })).toBe('given')
  await rm(folder, { recursive: true })
})
