import { expect } from 'vitest'
import { ORIGIN } from './app.ts'
import { authenticator } from './authenticator.ts'
import { type Device, PASSWORD } from './cookie-jar.ts'
import { oneTimeCode } from './one-time-code.ts'

export type Passkey = ReturnType<typeof newPasskey>

export const newPasskey = (options: { isVerifying?: boolean; signatures?: number } = {}) =>
  authenticator({ rpId: 'localhost', origin: ORIGIN, ...options })

/** Adds a passkey to the account that is signed in. */
export async function registerPasskey(ask: Device, passkey: Passkey): Promise<Response> {
  const options = await ask('/api/auth/passkey/generate-register-options')
  if (!options.ok) return options
  const { challenge } = (await options.json()) as { challenge: string }
  const json = { response: passkey.register(challenge), name: 'Mine' }
  return ask('/api/auth/passkey/verify-registration', { json })
}

export async function signInByPasskey(ask: Device, passkey: Passkey): Promise<Response> {
  const options = await ask('/api/auth/passkey/generate-authenticate-options')
  const { challenge } = (await options.json()) as { challenge: string }
  return ask('/api/auth/passkey/verify-authentication', {
    json: { response: passkey.sign(challenge) },
  })
}

export const signInByPassword = (ask: Device, email: string) =>
  ask('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })

/** Adds an authenticator's codes to the account that is signed in. */
export async function setUpCodes(ask: Device): Promise<{ totpURI: string; backupCodes: string[] }> {
  const enabled = await ask('/api/auth/two-factor/enable', { json: { password: PASSWORD } })
  expect(enabled.status).toBe(200)
  const setUp = (await enabled.json()) as { totpURI: string; backupCodes: string[] }
  const code = oneTimeCode(setUp.totpURI)
  expect((await ask('/api/auth/two-factor/verify-totp', { json: { code } })).status).toBe(200)
  return setUp
}
