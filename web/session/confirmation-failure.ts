/** Error codes of the library, in the address that a mailed confirmation link leads to. */
export type ConfirmationFailure = 'TOKEN_EXPIRED' | 'INVALID_TOKEN'

export function asConfirmationFailure(value: unknown): ConfirmationFailure | undefined {
  return value === 'TOKEN_EXPIRED' || value === 'INVALID_TOKEN' ? value : undefined
}
