import { type AuthError, post } from '#web/session/auth-client.ts'

/**
 * `unpressed`: nothing was changed, for this is another browser than the one that signed up, and is to
 * press the button. `confirmed_elsewhere`: it did, and the password given at sign-up is gone.
 */
export type Confirmation = 'confirmed' | 'confirmed_elsewhere' | 'unpressed'

/**
 * Confirms the address of an account, and signs in.
 * @param token from the mailed link.
 * @throws AuthError
 */
export async function confirmEmail(token: string, isPressed: boolean): Promise<Confirmation> {
  const answer = await post('/confirm-email', { token, isPressed })
  return answer?.outcome as Confirmation
}

/** Why a mailed confirmation link has no effect. */
export type ConfirmationFailure = (typeof FAILURES)[number]

const FAILURES = [
  'TOKEN_EXPIRED',
  'INVALID_TOKEN',
  'USER_NOT_FOUND',
  'ALREADY_CONFIRMED',
  'OTHER_ACCOUNT',
] as const

/** What a refused confirmation says of the link; undefined where another attempt may succeed. */
export function linkFailure({ reason }: AuthError): ConfirmationFailure | undefined {
  // The token is all that was sent, so it is what is invalid.
  if (reason === 'INVALID_INPUT') return 'INVALID_TOKEN'
  return FAILURES.find((failure) => failure === reason)
}
