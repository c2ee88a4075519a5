import { loadCode } from '#web/lib/lazy-part.tsx'
import { AuthError, post, send } from './auth-client.ts'

/**
 * Calls about passkeys and authenticator codes. Each throws AuthError; the WebAuthn code is loaded with
 * the first passkey.
 */

export interface Passkey {
  id: string
  name?: string | null
  createdAt?: string | null
}

/** What an authenticator app needs to be set up. */
export interface CodeSetUp {
  /** `otpauth://…`, shown as a QR code. */
  totpURI: string
  /** Each works once, instead of a code of the app. */
  backupCodes: string[]
}

export const canUsePasskeys = () => typeof PublicKeyCredential !== 'undefined'

/** Signs in, or confirms the user's identity, by a passkey of this device. */
export async function signInByPasskey(): Promise<void> {
  const { startAuthentication } = await loadCode(() => import('@simplewebauthn/browser'))
  const options = await send('/passkey/generate-authenticate-options')
  const response = await ceremony(() =>
    startAuthentication({
      optionsJSON: {
        ...(options as Parameters<typeof startAuthentication>[0]['optionsJSON']),
        userVerification: 'required',
      },
    }),
  )
  await post('/passkey/verify-authentication', { response })
}

/** Creates a passkey on this device. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await loadCode(() => import('@simplewebauthn/browser'))
  const options = await send('/passkey/generate-register-options')
  const response = await ceremony(() =>
    startRegistration({
      optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
    }),
  )
  await post('/passkey/verify-registration', { response, name })
}

/** The account's passkeys. @throws AuthError */
export async function listPasskeys(): Promise<Passkey[]> {
  const body = await send('/passkey/list-user-passkeys')
  return Array.isArray(body) ? body : []
}

/** Takes a passkey off the account. @throws AuthError */
export async function deletePasskey(id: string): Promise<void> {
  await post('/passkey/delete-passkey', { id })
}

/** Whether the account requires a code after the password. */
export async function hasCodes(): Promise<boolean> {
  const body = (await send('/get-session')) as { user?: { twoFactorEnabled?: boolean } } | null
  return body?.user?.twoFactorEnabled === true
}

/** Begins to set up an authenticator app; `enterCode` completes it. */
export async function setUpCodes(password: string): Promise<CodeSetUp> {
  const body = await post('/two-factor/enable', { password })
  return body as unknown as CodeSetUp
}

/** Completes a set-up or a sign-in by a code of the app. */
export async function enterCode(code: string): Promise<void> {
  await post('/two-factor/verify-totp', { code })
}

/** Signs in by one of the backup codes. */
export async function enterBackupCode(code: string): Promise<void> {
  await post('/two-factor/verify-backup-code', { code })
}

/** Ends the codes after the password. @throws AuthError */
export async function turnOffCodes(password: string): Promise<void> {
  await post('/two-factor/disable', { password })
}

/** Runs a WebAuthn ceremony; a user who cancels it is a failure like any other. */
async function ceremony<Response>(run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (cause) {
    const { name } = cause as Error
    const isKnown = name === 'InvalidStateError'
    throw new AuthError(isKnown ? 'PASSKEY_KNOWN' : 'PASSKEY_REFUSED', '', { cause })
  }
}
