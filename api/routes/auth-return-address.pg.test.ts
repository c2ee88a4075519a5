import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storedMails } from '#api/services/mail/stored-mail.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { device, linkIn, mailTo, PASSWORD, signedUp } from '#tests/support/cookie-jar.ts'
import { FOREIGN_ADDRESSES } from '#tests/support/foreign-addresses.ts'
import { soon } from '#tests/support/soon.ts'

const HAS = 'returns@hospital.test'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
  await signedUp(app, HAS, '198.51.100.1')
})
afterAll(() => app.close())

let networks = 0
const ask = () => device(app, `2001:db8:0:${(++networks).toString(16)}::1`)
const newAddress = () => `new.${randomUUID()}@hospital.test`
const inQuery = (name: string, target: string) =>
  new URLSearchParams({ token: 'x', [name]: target })

const BODIES: [path: string, name: string, body: () => object][] = [
  ['sign-up/email', 'callbackURL', () => ({ email: newAddress(), password: PASSWORD })],
  ['sign-up/email', 'errorCallbackURL', () => ({ email: newAddress(), password: PASSWORD })],
  ['sign-in/email', 'callbackURL', () => ({ email: HAS, password: PASSWORD })],
  ['sign-in/email', 'newUserCallbackURL', () => ({ email: HAS, password: PASSWORD })],
  ['send-verification-email', 'callbackURL', () => ({ email: HAS })],
  ['request-password-reset', 'redirectTo', () => ({ email: HAS })],
  ['request-password-reset', 'callbackURL', () => ({ email: HAS })],
  ['reset-password', 'callbackURL', () => ({ token: 'x', newPassword: PASSWORD })],
  ['sign-out', 'callbackURL', () => ({})],
]

it.each(BODIES)('AUTH-18 %s takes no foreign %s in its body or query', async (path, name, body) => {
  const answers = await Promise.all(
    FOREIGN_ADDRESSES.flatMap((target) => [
      ask()(`/api/auth/${path}`, { json: { ...body(), [name]: target } }),
      ask()(`/api/auth/${path}?${inQuery(name, target)}`, { json: body() }),
    ]),
  )
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null])
    expect(await answer.json()).toMatchObject({ error: { code: 'forbidden' } })
  }
})

it.each(['verify-email', 'reset-password/some-token'])(
  'AUTH-18 %s redirects to no foreign address',
  async (path) => {
    for (const target of FOREIGN_ADDRESSES) {
      const answer = await ask()(`/api/auth/${path}?${inQuery('callbackURL', target)}`)
      expect([target, answer.status, answer.headers.get('location')]).toEqual([target, 403, null])
    }
  },
)

it('AUTH-18 takes no address that is not one text', async () => {
  const twice = 'token=x&callbackURL=/search&callbackURL=//evil.example'
  expect((await ask()(`/api/auth/verify-email?${twice}`)).status).toBe(403)
  const json = { email: HAS, password: PASSWORD, callbackURL: ['//evil.example'] }
  const answer = await ask()('/api/auth/sign-in/email', { json })
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
})

it.each(['google', 'github'])(
  'AUTH-18 a provider’s answer (%s) leads to our own page of errors',
  async (provider) => {
    for (const target of FOREIGN_ADDRESSES) {
      const query = new URLSearchParams({ state: 'x', code: 'x', error_description: target })
      const answer = await ask()(`/api/auth/callback/${provider}?${query}`)
      expect(new URL(answer.headers.get('location') ?? '').origin).toBe('http://localhost')
    }
  },
)

it('AUTH-18 no mail of all these named another site', async () => {
  for (const { text } of await storedMails(app.parts.env.DATA_DIR)) {
    expect(decodeURIComponent(decodeURIComponent(text))).not.toMatch(/evil/)
  }
})

it('AUTH-06 AUTH-18 what leaves, in the mail and in the redirect, is the resolved address', async () => {
  const email = newAddress()
  const json = { email, password: PASSWORD, callbackURL: '/lists/%2e%2e/pricing?plan=annual' }
  const browser = ask()
  expect((await browser('/api/auth/sign-up/email', { json })).status).toBe(200)
  const link = linkIn(await mailTo(app, email, /Confirm/))
  expect(new URLSearchParams(link.split('?')[1]).get('return_to')).toBe('/pricing?plan=annual')

  const sent = { email, callbackURL: '/./search' }
  await browser('/api/auth/send-verification-email', { json: sent })
  await soon(async () =>
    expect(linkIn(await mailTo(app, email, /Confirm/))).toMatch(/&return_to=%2Fsearch$/),
  )
  const query = inQuery('callbackURL', '/lists/../search')
  const answer = await browser(`/api/auth/verify-email?${query}`)
  expect(answer.headers.get('location')).toMatch(/^\/confirm-email\?token=\w*&return_to=%2Fsearch$/)
})

it('PLAN-07 AUTH-18 the mailed way to a new password keeps where the user was on the way to, and gives the token to that page alone', async () => {
  const next = '/pricing?plan=price_annual'
  const links = new Set<string>()
  for (const [page, kept] of [
    ['/reset-password', next],
    // Security: the token goes to no other page, whatever the request names.
    ['/search', next],
    ['/reset-password', null],
  ] as const) {
    const query = kept ? `?${new URLSearchParams({ return_to: kept })}` : ''
    const json = { email: HAS, redirectTo: page + query }
    expect((await ask()('/api/auth/request-password-reset', { json })).status).toBe(200)
    const link = await soon(async () => {
      const newest = linkIn(await mailTo(app, HAS, /new Clinidex password/))
      if (links.has(newest)) throw new Error('The next mail is not there yet.')
      links.add(newest)
      return new URL(newest, 'http://localhost')
    })
    expect(link.pathname).toBe('/reset-password')
    expect(link.searchParams.get('token')).toMatch(/^\S{20,}$/)
    expect(link.searchParams.get('return_to')).toBe(kept)
  }
})
