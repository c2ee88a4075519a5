import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#api/env.ts'
import { keyFingerprint } from '#db/backup/key-fingerprint.ts'

/**
 * The keys that rows depend on, each with the file in DATA_DIR that holds it when no setting does.
 */
const KEYS = {
  /** Keys the hashes of removed people. */
  SUPPRESSION_KEY: 'suppression.key',
  /** Encrypts the secrets of authenticator apps, and signs tokens. */
  AUTH_SECRET: 'auth.secret',
} as const

/** Fingerprints of the keys, by setting. Creates no key: a missing key has no fingerprint. */
export async function keyFingerprints(env: Env): Promise<Record<string, string>> {
  const fingerprints: Record<string, string> = {}
  for (const name of Object.keys(KEYS) as (keyof typeof KEYS)[]) {
    const key =
      env[name] ?? (await readFile(join(env.DATA_DIR, KEYS[name]), 'utf8').catch(() => undefined))
    if (key !== undefined) fingerprints[name] = keyFingerprint(key)
  }
  return fingerprints
}
