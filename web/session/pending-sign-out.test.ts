import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubLocalStorage } from '#tests/support/memory-storage.ts'
import { signOut } from './auth-client.ts'
import { isSignOutPending, rememberSignOut, settleSignOut } from './pending-sign-out.ts'

const page = () => new Response('<html>Log in to this network</html>')
const told = () => Response.json({ success: true })
let answer: () => Response

beforeEach(() => {
  stubLocalStorage()
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('takes a captive portal’s page for no sign-out', async () => {
  answer = page
  await expect(signOut()).rejects.toMatchObject({ reason: 'UNREACHABLE' })
  answer = told
  await signOut()
})

it.each<[string, () => Response]>([
  ['a captive portal’s page', page],
  ['a server that is away', () => Response.json({}, { status: 503 })],
])('a sign-out that got %s is told again, until the server has heard it', async (_, useless) => {
  rememberSignOut()
  answer = useless
  await expect(settleSignOut()).rejects.toThrow()
  expect(isSignOutPending()).toBe(true)
  answer = told
  await settleSignOut()
  expect(isSignOutPending()).toBe(false)
})

it('a sign-out that is not answered within 5 s counts as cut off, and so does one that is told later', async () => {
  const limits: { ms: number; end(): void }[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    limits.push({ ms, end: () => limit.abort() })
    return limit.signal
  })
  const never = (_: unknown, { signal }: RequestInit) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    )
  vi.stubGlobal('fetch', never)
  const asked = expect(signOut()).rejects.toMatchObject({ reason: 'UNREACHABLE' })
  await vi.waitFor(() => expect(limits).toMatchObject([{ ms: 5_000 }]))
  limits[0]?.end()
  await asked
  rememberSignOut()
  const settled = expect(settleSignOut()).rejects.toThrow()
  expect(limits).toMatchObject([{ ms: 5_000 }, { ms: 5_000 }])
  limits[1]?.end()
  await settled
  expect(isSignOutPending()).toBe(true)
})

it('says that a sign-out cannot be remembered where the browser refuses storage', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(rememberSignOut()).toBe(false)
})
