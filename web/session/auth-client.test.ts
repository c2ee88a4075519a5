import { afterEach, expect, it, vi } from 'vitest'
import { requestPasswordReset, resendVerification, signIn, signUp } from './auth-client.ts'

vi.mock('./pending-sign-out.ts', () => ({ settleSignOut: vi.fn(), SIGN_OUT_TIMEOUT_MS: 1000 }))

afterEach(() => vi.unstubAllGlobals())

/** Answers the next calls. @returns what they asked: address and body. */
function answerWith(answer: Response) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    asked.push([path, JSON.parse(String(body))])
    return answer.clone()
  })
  return asked
}

const ACCOUNT = { email: 'ada.moss@example.com', password: 'tidepool-9' }

it('AUTH-06 a sign-up sends the account, the part before the @ as its name, and where the mail leads', async () => {
  const asked = answerWith(Response.json({ token: null, user: {} }))
  expect(await signUp(ACCOUNT)).toEqual({ isSignedIn: false })
  await signUp({ ...ACCOUNT, source: 'a colleague' }, '/pricing?plan=price_annual')
  await signUp(ACCOUNT, '//evil.example')
  const sent = (more: object) => [
    '/api/auth/sign-up/email',
    { ...ACCOUNT, name: 'ada.moss', ...more },
  ]
  expect(asked).toEqual([
    sent({ callbackURL: '/search' }),
    sent({ source: 'a colleague', callbackURL: '/pricing?plan=price_annual' }),
    sent({ callbackURL: '/search' }),
  ])
})

it('AUTH-11 a sign-up with a session in its answer has signed in', async () => {
  answerWith(Response.json({ token: 'a token', user: {} }))
  expect(await signUp(ACCOUNT)).toEqual({ isSignedIn: true })
})

it('AUTH-13 AUTH-22 mails sent again, and those of recovery, lead to where the visitor was going', async () => {
  const asked = answerWith(Response.json({ status: true }))
  await resendVerification('ada@example.com', '/pricing?plan=price_annual')
  await resendVerification('ada@example.com')
  await requestPasswordReset('ada@example.com', '/pricing?plan=price_annual&x=1')
  await requestPasswordReset('ada@example.com')
  const email = 'ada@example.com'
  expect(asked).toEqual([
    ['/api/auth/send-verification-email', { email, callbackURL: '/pricing?plan=price_annual' }],
    ['/api/auth/send-verification-email', { email, callbackURL: '/search' }],
    [
      '/api/auth/request-password-reset',
      {
        email,
        redirectTo: '/reset-password?return_to=%2Fpricing%3Fplan%3Dprice_annual%26x%3D1',
      },
    ],
    ['/api/auth/request-password-reset', { email, redirectTo: '/reset-password' }],
  ])
})

it.each([
  ['a user', { user: { id: 'ada' } }, 'signed_in'],
  ['a code asked for', { twoFactorRedirect: true }, 'code_asked'],
  ['no user', { user: null }, 'no_user'],
  ['nothing', {}, 'no_user'],
])('AUTH-20 a sign-in answered with %s', async (_, body, outcome) => {
  answerWith(Response.json(body))
  expect(await signIn(ACCOUNT)).toBe(outcome)
})

it.each([
  [
    'our error',
    Response.json({ error: { code: 'rate_limited', message: 'In 3 s.' } }, { status: 429 }),
    'rate_limited',
    'In 3 s.',
  ],
  [
    'the library’s reason',
    Response.json(
      { error: { code: 'forbidden', message: 'No.', data: { reason: 'EMAIL_NOT_VERIFIED' } } },
      { status: 403 },
    ),
    'EMAIL_NOT_VERIFIED',
    'No.',
  ],
  ['a proxy’s page', new Response('<html>', { status: 503 }), 'STATUS_503', ''],
  ['a captive portal’s page', new Response('<html>'), 'UNREACHABLE', ''],
])(
  'AUTH-24 a call answered with %s fails, and says of what',
  async (_, answer, reason, message) => {
    answerWith(answer)
    await expect(signIn(ACCOUNT)).rejects.toMatchObject({ name: 'AuthError', reason, message })
  },
)

it('AUTH-24 a call that never arrived says so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await expect(signIn(ACCOUNT)).rejects.toMatchObject({
    code: 'unreachable',
    reason: 'UNREACHABLE',
    message: '',
  })
})
