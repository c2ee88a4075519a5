/** Why a mailed confirmation link had no effect, as the address that it leads to names it. */
export type ConfirmationFailure = (typeof FAILURES)[number]

const FAILURES = [
  // The authentication library's codes.
  'TOKEN_EXPIRED',
  'INVALID_TOKEN',
  'USER_NOT_FOUND',
  // Ours, in the same form.
  'ALREADY_CONFIRMED',
  'OTHER_ACCOUNT',
] as const

/** A failure as the address names it; undefined for any other text. */
export function asConfirmationFailure(value: unknown): ConfirmationFailure | undefined {
  return FAILURES.find((failure) => failure === value)
}
