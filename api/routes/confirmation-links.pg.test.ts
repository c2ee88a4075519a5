import { createEmailVerificationToken } from 'better-auth/api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storedMails } from '#api/services/mail/stored-mail.ts'
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

/** The outcome of an attempt to confirm, or the reason for its refusal. */
async function outcomeOf(browser: Device, link: string, isPressed = false): Promise<string> {
  const answer = await confirmBy(browser, link, { isPressed })
  const body = (await answer.json()) as { outcome: string; error: { data: { reason: string } } }
  return answer.ok ? body.outcome : body.error.data.reason
}

async function isConfirmed(email: string): Promise<boolean> {
  const [user] = await app.sql`select email_verified from users where email = ${email}`
  return user?.email_verified
}

/** The number of devices that the account shows. */
async function sessionsOf(email: string): Promise<number> {
  const rows = await app.sql`
    select 1 from sessions join users on users.id = user_id where email = ${email}`
  return rows.length
}

async function signsIn(email: string): Promise<boolean> {
  const json = { email, password: PASSWORD }
  return (await visitor()('/api/auth/sign-in/email', { json })).ok
}

it('a mail scanner confirms no address, whatever links it opens, and the user logs in by the password of the sign-up', async () => {
  const email = 'scanned@hospital.test'
  const { browser, link } = await signUp(email)
  expect(link).toMatch(/^\/confirm-email\?token=[\w.-]+&return_to=%2Flists%3Fsort%3Dname$/)
  const scanner = visitor()
  // Mails of the previous release contain the library's own address.
  const ofBefore = link.replace('/confirm-email', '/api/auth/verify-email')
  for (const path of [link, ofBefore.replace('return_to', 'callbackURL')]) {
    for (const method of ['GET', 'HEAD']) await scanner(path, { method })
  }
  // This scanner runs the scripts of the page.
  expect(await outcomeOf(scanner, link)).toBe('unpressed')
  expect(await isConfirmed(email)).toBe(false)
  expect(await roleOf(scanner)).toBe('visitor')

  expect(await outcomeOf(browser, link)).toBe('confirmed')
  expect(await roleOf(browser)).toBe('free')
  expect(await signsIn(email)).toBe(true)
})

it('a link in a mail of the release before leads to the page that asks', async () => {
  const query = new URLSearchParams({ token: 'a.b.c', callbackURL: NEXT })
  const answer = await visitor()(`/api/auth/verify-email?${query}`)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    '/confirm-email?token=a.b.c&return_to=%2Flists%3Fsort%3Dname',
  ])
})

it('a confirmation link opened again says so to a visitor, and leads on who is signed in by it', async () => {
  const { browser, link } = await signUp('again@hospital.test')
  expect(await outcomeOf(browser, link)).toBe('confirmed')
  expect(await outcomeOf(browser, link)).toBe('confirmed')
  const later = visitor()
  expect(await outcomeOf(later, link, true)).toBe('ALREADY_CONFIRMED')
  expect(await roleOf(later)).toBe('visitor')
  expect(await signsIn('again@hospital.test')).toBe(true)
})

it('a confirmation whose answer was lost succeeds again in the browser that signed up, until that was signed in', async () => {
  const email = 'lost@hospital.test'
  const { browser, link } = await signUp(email)
  expect((await confirmBy(browser, link, { isAnswerLost: true })).status).toBe(200)
  expect(await roleOf(browser)).toBe('visitor')
  expect(await outcomeOf(visitor(), link, true)).toBe('ALREADY_CONFIRMED')
  expect(await sessionsOf(email)).toBe(1)
  await confirmBy(browser, link, { isAnswerLost: true })
  expect(await outcomeOf(browser, link)).toBe('confirmed')
  expect(await roleOf(browser)).toBe('free')
  // The sessions of the lost responses are ended.
  expect(await sessionsOf(email)).toBe(1)
  expect(await signsIn(email)).toBe(true)
  await mailTo(app, email, /Welcome/)
  const mails = await storedMails(app.parts.env.DATA_DIR)
  const welcomes = mails.filter(({ to, subject }) => to === email && /Welcome/.test(subject))
  expect(welcomes).toHaveLength(1)

  // The next user of the browser may find the link in its history.
  await browser('/api/auth/sign-out', { json: {} })
  expect(await outcomeOf(browser, link)).toBe('ALREADY_CONFIRMED')
  expect(await roleOf(browser)).toBe('visitor')
})

it('a confirmation whose answer was lost is not repeated after a sign-in by password, nor past a second factor', async () => {
  const { browser, link } = await signUp('by.password@hospital.test')
  await confirmBy(browser, link, { isAnswerLost: true })
  const json = { email: 'by.password@hospital.test', password: PASSWORD }
  expect((await browser('/api/auth/sign-in/email', { json })).status).toBe(200)
  await browser('/api/auth/sign-out', { json: {} })
  expect(await outcomeOf(browser, link)).toBe('ALREADY_CONFIRMED')

  const guarded = await signUp('guarded@hospital.test')
  await confirmBy(guarded.browser, guarded.link, { isAnswerLost: true })
  await app.sql`
    insert into auth_passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    select 'guard', id, 'key', 'guard', 0, 'singleDevice', false
    from users where email = 'guarded@hospital.test'`
  expect(await outcomeOf(guarded.browser, guarded.link)).toBe('ALREADY_CONFIRMED')
  expect(await roleOf(guarded.browser)).toBe('visitor')
})

it.each(['new', 'used'])(
  'a %s confirmation link replaces no session of another account, and works once that is over',
  async (kind) => {
    const email = `beside.${kind}@hospital.test`
    const { browser, link } = await signUp(email)
    if (kind === 'used') {
      await outcomeOf(browser, link)
      await browser('/api/auth/sign-out', { json: {} })
    }
    const other = `other.${kind}@hospital.test`
    const owned = await signedUp(app, other, '192.0.2.200')
    expect(await outcomeOf(owned, link, true)).toBe('OTHER_ACCOUNT')
    const me = (await (await owned('/api/me')).json()) as { user: { email: string } }
    expect(me.user.email).toBe(other)
    expect(await isConfirmed(email)).toBe(kind === 'used')

    await owned('/api/auth/sign-out', { json: {} })
    expect(await outcomeOf(owned, link, true)).toBe(
      kind === 'used' ? 'ALREADY_CONFIRMED' : 'confirmed_elsewhere',
    )
    expect(await isConfirmed(email)).toBe(true)
  },
)

it('a confirmation link that confirms nobody says why', async () => {
  const email = 'gone@hospital.test'
  const { browser, link } = await signUp(email)
  const { secret } = await app.parts.auth.$context
  const expired = await createEmailVerificationToken(secret, email, undefined, -1)
  const forged = link.replace(/.{3}(?=&)/, 'abc')
  expect(await outcomeOf(browser, `/confirm-email?token=${expired}`)).toBe('TOKEN_EXPIRED')
  expect(await outcomeOf(browser, forged)).toBe('INVALID_TOKEN')
  expect(await outcomeOf(browser, '/confirm-email?token=')).toBe('INVALID_TOKEN')
  await app.sql`delete from users where email = ${email}`
  expect(await outcomeOf(browser, link)).toBe('USER_NOT_FOUND')
})

it('an account that was closed before it was confirmed is told so, and nothing of it changes', async () => {
  const email = 'closed@hospital.test'
  const { browser, link } = await signUp(email)
  await app.sql`update users set banned_at = now() where email = ${email}`
  for (const [opener, isPressed] of [
    [browser, false],
    [visitor(), true],
  ] as const) {
    expect(await outcomeOf(opener, link, isPressed)).toBe('ACCOUNT_BANNED')
    expect(await roleOf(opener)).toBe('visitor')
  }
  expect(await isConfirmed(email)).toBe(false)

  await app.sql`update users set banned_at = null where email = ${email}`
  expect(await outcomeOf(browser, link)).toBe('confirmed')
  expect(await signsIn(email)).toBe(true)
})
