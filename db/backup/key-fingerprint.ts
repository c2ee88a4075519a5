import { createHash } from 'node:crypto'

/** The fingerprint of a key, which distinguishes keys without revealing them. */
export function keyFingerprint(key: Uint8Array | string): string {
  return createHash('sha256').update('clinidex backup key:').update(key).digest('hex').slice(0, 32)
}
