import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A token for a mailed link, and the hash that is kept of it: the token is in the mail alone. */
export function newMailedToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashOfToken(token) }
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
