import { BRAND } from '#sync/contract/brand.ts'
import { readStored, store } from '#web/lib/local-storage.ts'

/** Marks a sign-out made offline, which the server has not heard of yet. */
const MARK = `${BRAND.toLowerCase()}.signed_out`

/** How long the server may take; then it is told later. */
export const SIGN_OUT_TIMEOUT_MS = 5_000

let sending: Promise<void> | undefined

/**
 * Records the sign-out; the server is told before any other request.
 * @returns false where the browser refuses storage: the server would not be told.
 */
export function rememberSignOut(): boolean {
  return store(MARK, 'yes')
}

/** Tells the server of a sign-out made offline. Rejects while the server cannot be reached. */
export async function settleSignOut(): Promise<void> {
  if (!isSignOutPending()) return
  sending ??= send().finally(() => {
    sending = undefined
  })
  await sending
}

async function send(): Promise<void> {
  const response = await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS),
  })
  // 401 from our server means the session is over already; a captive portal's page proves nothing.
  const isOurs = response.headers.get('Content-Type')?.includes('json')
  if (!isOurs || response.status >= 500 || response.status === 429) {
    throw new TypeError('Not told yet.')
  }
  store(MARK, null)
}

/** Whether the server still has a session that was ended here. */
export function isSignOutPending(): boolean {
  return readStored(MARK) !== null
}
