import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A token for a mailed link, and its hash for the table: only the mail holds the token. */
export function newMailedToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashOfToken(token) }
}

/** The SHA-256 of a mailed token, 32 bytes, which is the column that its row is found by. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
