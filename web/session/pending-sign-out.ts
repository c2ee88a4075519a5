import { BRAND } from '#sync/contract/brand.ts'

/** Somebody signed out while there was no network: the server does not know it yet. */
const MARK = `${BRAND.toLowerCase()}.signed_out`

let sending: Promise<void> | undefined

/** Remembers that the session is over; the server is told before anything else is asked of it. */
export function rememberSignOut(): void {
  localStorage.setItem(MARK, 'yes')
}

/** Tells the server of a sign-out it does not know of. Rejects while it cannot be reached. */
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
  })
  // A session that is over already is what was wanted; a page of somebody on the way says nothing.
  const isOurs = response.headers.get('Content-Type')?.includes('json')
  if (!isOurs || response.status >= 500 || response.status === 429) {
    throw new TypeError('Not told yet.')
  }
  localStorage.removeItem(MARK)
}

/** Whether the server takes somebody to be signed in who is not. */
export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(MARK) !== null
  } catch {
    // Where storage is refused nobody signs out offline.
    return false
  }
}
