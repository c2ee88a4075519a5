/** Error codes of the library, in the address that a mailed confirmation link leads to. */
export type ConfirmationFailure = 'TOKEN_EXPIRED' | 'INVALID_TOKEN'

/** A failure as the address of a mailed link names it; undefined for any other text. */
export function asConfirmationFailure(value: unknown): ConfirmationFailure | undefined {
  return value === 'TOKEN_EXPIRED' || value === 'INVALID_TOKEN' ? value : undefined
}
