import { createEmailVerificationToken } from 'better-auth/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { device, linkIn, mailTo, PASSWORD, roleOf, signedUp } from '#tests/support/cookie-jar.ts'

const NEXT = '/lists?sort=name'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

let networks = 0
const visitor = () => device(app, `192.0.2.${++networks}`)

/** Signs up on the way to a screen, and confirms nothing. */
async function signUp(email: string, browser = visitor()) {
  const json = { email, password: PASSWORD, callbackURL: NEXT }
  expect((await browser('/api/auth/sign-up/email', { json })).status).toBe(200)
  return { browser, link: linkIn(await mailTo(app, email, /Confirm/)) }
}

async function targetOf(answer: Response | Promise<Response>): Promise<string | null> {
  const { status, headers } = await answer
  expect(status).toBe(302)
  return headers.get('location')
}

const statusPage = (status: Record<string, string>) =>
  `/check-email-confirmation?${new URLSearchParams(status)}`

it('a confirmation link opened again says so to a visitor, and leads on who is signed in by it', async () => {
  const { browser, link } = await signUp('again@hospital.test')
  expect(await targetOf(browser(link))).toBe(NEXT)
  expect(await targetOf(browser(link))).toBe(NEXT)
  const later = visitor()
  expect(await targetOf(later(link))).toBe(
    statusPage({ error: 'ALREADY_CONFIRMED', return_to: NEXT }),
  )
  expect(await roleOf(later)).toBe('visitor')
})

it.each(['new', 'used'])(
  'a %s confirmation link replaces no session of another account, and works once that is over',
  async (kind) => {
    const email = `beside.${kind}@hospital.test`
    const { browser, link } = await signUp(email)
    if (kind === 'used') {
      await browser(link)
      await browser('/api/auth/sign-out', { json: {} })
    }
    const other = `other.${kind}@hospital.test`
    const owned = await signedUp(app, other, '192.0.2.200')
    const page = statusPage({ error: 'OTHER_ACCOUNT', return_to: NEXT })
    expect(await targetOf(owned(link))).toBe(page)
    const me = (await (await owned('/api/me')).json()) as { user: { email: string } }
    expect(me.user.email).toBe(other)
    const isConfirmed = async () => {
      const [user] = await app.sql`select email_verified from users where email = ${email}`
      return user?.email_verified
    }
    expect(await isConfirmed()).toBe(kind === 'used')

    await owned('/api/auth/sign-out', { json: {} })
    expect(await targetOf(owned(link))).not.toBe(page)
    expect(await isConfirmed()).toBe(true)
  },
)

it('a confirmation link that confirms nobody says why, wherever the sign-up was on the way to', async () => {
  const email = 'gone@hospital.test'
  const { browser, link } = await signUp(email)
  const { secret } = await app.parts.auth.$context
  const expired = await createEmailVerificationToken(secret, email, undefined, -1)
  const forged = `${expired.slice(0, -3)}abc`
  const withToken = (token: string) => link.replace(/token=[^&]+/, `token=${token}`)
  const page = (error: string) => statusPage({ return_to: NEXT, error })
  expect(await targetOf(browser(withToken(expired)))).toBe(page('TOKEN_EXPIRED'))
  expect(await targetOf(browser(withToken(forged)))).toBe(page('INVALID_TOKEN'))
  expect(await targetOf(browser(`/api/auth/verify-email?token=${forged}`))).toBe(
    statusPage({ return_to: '/search', error: 'INVALID_TOKEN' }),
  )
  await app.sql`delete from users where email = ${email}`
  expect(await targetOf(browser(link))).toBe(page('USER_NOT_FOUND'))
})
