import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#tests/support/app.ts'
import {
  confirmBy,
  type Device,
  device,
  linkIn,
  mailTo,
  PASSWORD,
  roleOf,
  signedUp,
} from '#tests/support/cookie-jar.ts'
import { held } from '#tests/support/held.ts'
import { soon } from '#tests/support/soon.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

describe('signing up and in', () => {
  const email = 'ann.lee@hospital.test'
  const credentials = { email, password: PASSWORD }
  const network = '203.0.113.1'
  let signedUpHere: Device

  it('AUTH-06 AUTH-10 opens an account without a session and writes to confirm the address', async () => {
    const ask = device(app, network)
    signedUpHere = ask
    const json = { ...credentials, source: '  a colleague ', callbackURL: '/search' }
    const response = await ask('/api/auth/sign-up/email', { json })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ token: null, user: { email, name: 'ann.lee' } })
    expect(await roleOf(ask)).toBe('visitor')
    const [row] =
      await app.sql`select name, source, email_verified from users where email = ${email}`
    expect(row).toEqual({ name: 'ann.lee', source: 'a colleague', email_verified: false })
  })

  it('AUTH-24 does not sign in before the address is confirmed', async () => {
    const response = await device(app, network)('/api/auth/sign-in/email', { json: credentials })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      error: { code: 'forbidden', data: { reason: 'EMAIL_NOT_VERIFIED' } },
    })
  })

  it('AUTH-13 AUTH-14 sends the confirmation again', async () => {
    const first = await mailTo(app, email, /Confirm/)
    const json = { email, callbackURL: '/search' }
    const response = await device(app, network)('/api/auth/send-verification-email', { json })
    expect(response.status).toBe(200)
    await soon(async () => expect((await mailTo(app, email, /Confirm/)).id).not.toBe(first.id))
  })

  it('refuses an address that is longer than mail servers take', async () => {
    const ofLength = (length: number) => `${'a'.repeat(60)}@${'b.'.repeat((length - 64) / 2)}com`
    for (const [length, status] of [
      [254, 200],
      [256, 400],
    ] as const) {
      const email = ofLength(length)
      expect(email).toHaveLength(length)
      const json = { email, password: PASSWORD }
      const response = await device(app, network)('/api/auth/sign-up/email', { json })
      expect(response.status).toBe(status)
      if (status === 400) {
        expect(await response.json()).toMatchObject({
          error: { data: { reason: 'INVALID_EMAIL' } },
        })
      }
    }
  })

  it('confirms the address by the link, which signs in once, and welcomes', async () => {
    const link = linkIn(await mailTo(app, email, /Confirm/))
    for (const [ask, role, status] of [
      [signedUpHere, 'free', 200],
      [device(app, network), 'visitor', 400],
    ] as const) {
      expect((await confirmBy(ask, link)).status).toBe(status)
      expect(await roleOf(ask)).toBe(role)
    }
    await mailTo(app, email, /Welcome/)
  })

  it('AUTH-26 DATA-12 signs in for 30 days, and the session says who it is', async () => {
    const ask = device(app, network)
    const response = await ask('/api/auth/sign-in/email', { json: credentials })
    expect(response.status).toBe(200)
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(
      /^clinidex\.session_token=.*Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/,
    )
    expect(await (await ask('/api/me')).json()).toMatchObject({
      role: 'free',
      isAdmin: false,
      user: { email, name: 'ann.lee' },
      subscription: { subscribed: false, tier: 'free', status: 'none' },
    })
  })

  it('AUTH-21 says the same of a wrong password and of no account', async () => {
    const answers = await Promise.all(
      [credentials.email, 'nobody@hospital.test'].map(async (email) => {
        const json = { email, password: 'wrong password' }
        const response = await device(app, network)('/api/auth/sign-in/email', { json })
        return { status: response.status, body: await response.json() }
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({
      status: 401,
      body: {
        error: { code: 'authentication_required', data: { reason: 'INVALID_EMAIL_OR_PASSWORD' } },
      },
    })
  })

  it('AUTH-07 says that an account exists, and tells its owner of the attempt', async () => {
    const callbackURL = '/pricing?plan=price_annual'
    const json = { email: email.toUpperCase(), password: 'another one', callbackURL }
    const response = await device(app, network)('/api/auth/sign-up/email', { json })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: {
        code: 'invalid_input',
        message: 'An account with this email already exists. Please sign in instead.',
        data: { reason: 'USER_ALREADY_EXISTS' },
      },
    })
    // Its sign-in link keeps the return address of the second sign-up.
    expect((await mailTo(app, email, /already have/)).text).toContain(
      '/login?return_to=%2Fpricing%3Fplan%3Dprice_annual',
    )
    const unchanged = await device(app, network)('/api/auth/sign-in/email', { json: credentials })
    expect(unchanged.status).toBe(200)
  })

  it('AUTH-07 says the same to the second of two who sign up with one address at once', async () => {
    const address = 'at.once@hospital.test'
    const json = { email: address, password: PASSWORD, callbackURL: '/pricing' }
    const signUp = () => device(app, network)('/api/auth/sign-up/email', { json })
    let signingUp: Promise<Response[]> | undefined
    await app.sql.begin(async (tx) => {
      // Both requests have found no account, and neither can finish its own.
      await tx`lock table auth_accounts in share mode`
      signingUp = Promise.all([signUp(), signUp()])
      await held(app.sql, signingUp, 2)
    })
    const answers = (await signingUp) ?? []
    const refused = answers.find(({ status }) => status !== 200)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await refused?.json()).toMatchObject({
      error: { code: 'invalid_input', data: { reason: 'USER_ALREADY_EXISTS' } },
    })
    await mailTo(app, address, /Confirm/)
    expect((await mailTo(app, address, /already have/)).text).toContain(
      '/login?return_to=%2Fpricing',
    )
  })

  it.each([
    ['AUTH-04 a password under 6 characters', { password: '12345' }, 400],
    ['a password over 128 characters', { password: 'x'.repeat(129) }, 400],
    ['AUTH-05 a malformed address', { email: 'not an address' }, 400],
    ['a role of one’s own choice', { role: 'demo' }, 400],
    ['a source too long to be an answer', { source: 'x'.repeat(501) }, 400],
  ])('refuses %s', async (_what, change, status) => {
    const json = { email: 'new@hospital.test', password: PASSWORD, ...change }
    const response = await device(app, '203.0.113.2')('/api/auth/sign-up/email', { json })
    expect(response.status).toBe(status)
    const [made] = await app.sql`select role from users where email = 'new@hospital.test'`
    expect(made).toBeUndefined()
  })

  it('AUTH-04 takes a password of 6 characters', async () => {
    const json = { email: 'six@hospital.test', password: 'x8!qwe' }
    const response = await device(app, '203.0.113.2')('/api/auth/sign-up/email', { json })
    expect(response.status).toBe(200)
  })
})

describe('an address that another person signed up with', () => {
  const stranger = "the stranger's own"
  const network = '203.0.113.20'
  const signIn = (email: string, password: string) =>
    device(app, network)('/api/auth/sign-in/email', { json: { email, password } })

  it('loses the stranger’s password when its owner confirms it, who sets another by mail', async () => {
    const email = 'victim@hospital.test'
    const json = { email, password: stranger, callbackURL: '/pricing?plan=price_annual' }
    const signUp = await device(app, network)('/api/auth/sign-up/email', { json })
    expect(signUp.headers.getSetCookie().join()).toMatch(
      /clinidex\.signed_up=.*Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax/,
    )
    const owner = device(app, '203.0.113.21')
    const confirmation = linkIn(await mailTo(app, email, /Confirm/))
    // A screen confirms it, and continues to the sign-up's return address.
    expect(confirmation).toMatch(/&return_to=%2Fpricing%3Fplan%3Dprice_annual$/)
    const response = await confirmBy(owner, confirmation, { isPressed: true })
    expect(await response.json()).toEqual({ outcome: 'confirmed_elsewhere' })
    expect(await roleOf(owner)).toBe('free')
    expect((await signIn(email, stranger)).status).toBe(401)

    const link = new URL(linkIn(await mailTo(app, email, /Choose your/)), 'http://x')
    expect(link.pathname).toBe('/reset-password')
    const reset = { newPassword: PASSWORD, token: link.searchParams.get('token') }
    expect((await owner('/api/auth/reset-password', { json: reset })).status).toBe(200)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  it.each(['signed another account up', 'made a cookie up'])(
    'loses it also in a browser that %s',
    async (what) => {
      const isForged = what === 'made a cookie up'
      const email = `victim.${isForged}@hospital.test`
      await device(app, network)('/api/auth/sign-up/email', { json: { email, password: stranger } })
      const link = linkIn(await mailTo(app, email, /Confirm/))
      const [victim] = await app.sql`select id from users where email = ${email}`
      const owner = isForged
        ? device(app, '203.0.113.22')
        : await signedUp(app, 'other@hospital.test', '203.0.113.22')
      // While signed in, nothing would be confirmed.
      if (!isForged) await owner('/api/auth/sign-out', { json: {} })
      const forged = { Cookie: `clinidex.signed_up=${victim?.id}.${'A'.repeat(43)}%3D` }
      const forging: Device = (path, options) => owner(path, { ...options, headers: forged })
      const response = await confirmBy(isForged ? forging : owner, link, { isPressed: true })
      expect(response.status).toBe(200)
      expect((await signIn(email, stranger)).status).toBe(401)
    },
  )

  it('keeps the password of a user who confirms where they signed up', async () => {
    const email = 'same.browser@hospital.test'
    await signedUp(app, email, network)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  it('a second link, or one already used, changes nothing', async () => {
    const email = 'twice@hospital.test'
    await signedUp(app, email, network)
    const link = linkIn(await mailTo(app, email, /Confirm/))
    const again = await confirmBy(device(app, '203.0.113.23'), link, { isPressed: true })
    expect(again.status).toBe(400)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })
})

describe('ending sessions', () => {
  const email = 'bea.wu@hospital.test'

  it('AUTH-29 signs out, this device at once and no other', async () => {
    const desk = await signedUp(app, email, '203.0.113.3')
    const phone = device(app, '203.0.113.4')
    await phone('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
    expect((await desk('/api/auth/sign-out', { json: {} })).status).toBe(200)
    expect(await roleOf(desk)).toBe('visitor')
    expect(await roleOf(phone)).toBe('free')
  })

  it('revokes another device, and leaves a trace', async () => {
    const desk = device(app, '203.0.113.3')
    const phone = device(app, '203.0.113.4')
    for (const ask of [desk, phone]) {
      await ask('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
    }
    const sessions = (await (await desk('/api/auth/list-sessions')).json()) as {
      token: string
      ipAddress: string
    }[]
    const { token } = sessions.find(({ ipAddress }) => ipAddress === '203.0.113.4') ?? {}
    expect((await desk('/api/auth/revoke-session', { json: { token } })).status).toBe(200)
    expect([await roleOf(desk), await roleOf(phone)]).toEqual(['free', 'free'])
    await desk('/api/auth/revoke-other-sessions', { json: {} })
    expect([await roleOf(desk), await roleOf(phone)]).toEqual(['free', 'visitor'])
    const traces = await app.sql`
      select details from audit_log join users on users.id = actor_id
      where email = ${email} and action = 'session.revoke' order by audit_log.id`
    expect(traces.map(({ details }) => details.how)).toEqual([
      'revoke-session',
      'revoke-other-sessions',
    ])
  })

  it('AUTH-23 sets a new password by mail, which signs out everywhere within 5 seconds', async () => {
    const phone = device(app, '203.0.113.4')
    await phone('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
    const revoked: string[] = []
    const { unlisten } = await app.sql.listen('session_revoked', (payload) => {
      revoked.push(payload)
    })
    const ask = device(app, '203.0.113.5')
    await ask('/api/auth/request-password-reset', { json: { email } })
    const link = new URL(linkIn(await mailTo(app, email, /new Clinidex password/)), 'http://x')
    expect(link.pathname).toBe('/reset-password')
    const json = { newPassword: 'battery staple', token: link.searchParams.get('token') }
    expect((await ask('/api/auth/reset-password', { json })).status).toBe(200)

    expect(await roleOf(phone)).toBe('visitor')
    await soon(() => expect(revoked.length).toBeGreaterThan(0))
    expect(revoked.join()).not.toMatch(/token/)
    await unlisten()
    const signIn = (password: string) =>
      ask('/api/auth/sign-in/email', { json: { email, password } })
    expect((await signIn(PASSWORD)).status).toBe(401)
    expect((await signIn('battery staple')).status).toBe(200)
    await mailTo(app, email, /was changed/)
  })

  it('AUTH-23 a password set by mail confirms the address, too', async () => {
    const email = 'di.park@hospital.test'
    const ask = device(app, '203.0.113.8')
    await ask('/api/auth/sign-up/email', { json: { email, password: PASSWORD } })
    await ask('/api/auth/request-password-reset', { json: { email } })
    const link = new URL(linkIn(await mailTo(app, email, /new Clinidex password/)), 'http://x')
    const json = { newPassword: 'battery staple', token: link.searchParams.get('token') }
    expect((await ask('/api/auth/reset-password', { json })).status).toBe(200)
    const credentials = { email, password: 'battery staple' }
    expect((await ask('/api/auth/sign-in/email', { json: credentials })).status).toBe(200)
    expect(await roleOf(ask)).toBe('free')
  })

  it('changing the password signs out every other device', async () => {
    const email = 'cy.ng@hospital.test'
    const desk = await signedUp(app, email, '203.0.113.6')
    const phone = device(app, '203.0.113.7')
    await phone('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
    const json = { currentPassword: PASSWORD, newPassword: 'battery staple' }
    expect((await desk('/api/auth/change-password', { json })).status).toBe(200)
    expect([await roleOf(desk), await roleOf(phone)]).toEqual(['free', 'visitor'])
    await mailTo(app, email, /was changed/)
  })
})
