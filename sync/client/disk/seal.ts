/** A sealed value as stored: noise without its key. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, boundTo: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(boundTo),
})

/**
 * Seals a value, as JSON has it, with AES-GCM.
 * @param boundTo the place it is stored at: moved to another, it cannot be unsealed.
 */
export async function seal(key: CryptoKey, value: unknown, boundTo: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, sealed: await crypto.subtle.encrypt(algorithm(iv, boundTo), key, text) }
}

/** Rejects under another key, and in another place. */
export async function unseal(
  key: CryptoKey,
  { iv, sealed }: Sealed,
  boundTo: string,
): Promise<unknown> {
  const text = await crypto.subtle.decrypt(algorithm(iv, boundTo), key, sealed)
  return JSON.parse(new TextDecoder().decode(text))
}
