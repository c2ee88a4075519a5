import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { storedMails } from '#api/services/mail/stored-mail.ts'
import { ORIGIN, type TestApp, testApp } from '#tests/support/app.ts'
import {
  confirmBy,
  device,
  linkIn,
  mailTo,
  PASSWORD,
  roleOf,
  signedUp,
} from '#tests/support/cookie-jar.ts'

let app: TestApp
let logged = ''
beforeAll(async () => {
  const write = (line: string) => {
    logged += line
  }
  const log = pino({ level: 'trace' }, { write })
  app = await testApp({ people: 0, log })
})
afterAll(() => app.close())

describe('a burst of sign-ins', () => {
  it('is cut off after 30 a minute, for that network alone, and logged without addresses', async () => {
    logged = ''
    const email = 'target@hospital.test'
    const json = { email, password: 'guess' }
    const ask = device(app, '198.51.100.1')
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, async () => {
        return (await ask('/api/auth/sign-in/email', { json })).status
      }),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(970)
    const refused = await ask('/api/auth/sign-in/email', { json })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    const elsewhere = await device(app, '198.51.100.2')('/api/auth/sign-in/email', { json })
    expect(elsewhere.status).toBe(401)
    expect(logged.match(/"status":429/g)).toHaveLength(971)
    expect(logged).not.toMatch(/target@|198\.51\.100/)
  })

  it('is cut off over a whole IPv6 network of 64 bits, which one line has to itself', async () => {
    const signOut = async (network: string) =>
      (await device(app, network)('/api/auth/sign-out', { json: {} })).status
    for (let i = 0; i < 100; i++) await signOut(`2001:db8:7:7::${i.toString(16)}`)
    expect(await signOut('2001:db8:7:7:8::9')).toBe(429)
    expect(await signOut('2001:db8:7:8::9')).toBe(200)
  })

  it('does not end by a header that names another network', async () => {
    const ask = device(app, '198.51.100.78')
    for (let i = 0; i < 100; i++) await ask('/api/auth/sign-out', { json: {} })
    for (const name of ['X-Forwarded-For', 'X-Client-Network', 'X-Real-IP']) {
      const headers = { [name]: '198.51.100.77' }
      expect((await ask('/api/auth/sign-out', { json: {}, headers })).status).toBe(429)
    }
  })

  it('AUTH-07 sign-ups are 20 an hour a network, since they tell who has an account', async () => {
    const ask = device(app, '198.51.100.3')
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) {
      // The password is too short: every attempt counts.
      const json = { email: `n${i}@hospital.test`, password: 'x' }
      statuses.push((await ask('/api/auth/sign-up/email', { json })).status)
    }
    expect(statuses.slice(-3)).toEqual([400, 429, 429])
  })

  it.each(['request-password-reset', 'send-verification-email'])(
    'AUTH-13 AUTH-22 /api/auth/%s is taken ten times in a quarter of an hour from a network',
    async (path) => {
      const ask = device(app, '198.51.100.4')
      const statuses: number[] = []
      for (let i = 0; i < 11; i++) {
        const json = { email: `nobody${i}@hospital.test` }
        statuses.push((await ask(`/api/auth/${path}`, { json })).status)
      }
      expect(statuses).toEqual([...Array(10).fill(200), 429])
    },
  )
})

it('an account gets five mails an hour that strangers cause, from however many networks', async () => {
  const email = 'flooded@hospital.test'
  await signedUp(app, email, '198.51.100.61')
  const statuses: number[] = []
  for (let index = 0; index < 7; index++) {
    const path = index % 2 === 0 ? 'request-password-reset' : 'sign-up/email'
    const ask = device(app, `192.0.2.${61 + index}`)
    const json = { email, password: PASSWORD }
    statuses.push((await ask(`/api/auth/${path}`, { json })).status)
  }
  expect(statuses).toEqual([200, 400, 200, 400, 200, 400, 200])
  // Sent after all of those.
  await signedUp(app, 'not.flooded@hospital.test', '198.51.100.62')
  const mails = await storedMails(app.parts.env.DATA_DIR)
  const caused = mails.filter(({ to, subject }) => to === email && !/Confirm|Welcome/.test(subject))
  expect(caused).toHaveLength(5)
})

describe('guessing one password from many networks', () => {
  it('rests after 100 wrong ones, account or none, until a new password is set by mail', async () => {
    const email = 'guessed@hospital.test'
    await signedUp(app, email, '198.51.100.9')
    const signIn = (address: string, password: string, network: string) =>
      device(app, network)('/api/auth/sign-in/email', { json: { email: address, password } })
    for (const address of [email, 'no.account@hospital.test']) {
      // One attempt is real; the other ninety-nine are inserted.
      expect((await signIn(address, 'guess', '192.0.2.101')).status).toBe(401)
      const counted = await app.sql`
        update auth_rate_limits set count = count + 98
        where key like 'guesses|%' and count = 1 returning 1`
      expect(counted).toHaveLength(1)
      expect((await signIn(address, 'guess', '192.0.2.102')).status).toBe(401)
      const refused = await signIn(address, PASSWORD, '192.0.2.103')
      expect(refused.status).toBe(429)
      expect(await refused.json()).toMatchObject({
        error: {
          code: 'rate_limited',
          message: 'Too many wrong passwords. Set a new one by mail, or try again in an hour.',
        },
      })
    }
    const ask = device(app, '192.0.2.104')
    await ask('/api/auth/request-password-reset', { json: { email } })
    const link = new URL(linkIn(await mailTo(app, email, /new Clinidex password/)), ORIGIN)
    const json = { newPassword: 'battery staple', token: link.searchParams.get('token') }
    expect((await ask('/api/auth/reset-password', { json })).status).toBe(200)
    expect((await signIn(email, 'battery staple', '192.0.2.105')).status).toBe(200)
  })
})

describe('guessing a password in a session of the account', () => {
  it('counts as guessing at the sign-in, and rests with it', async () => {
    const email = 'confirmed@hospital.test'
    await signedUp(app, email, '198.51.100.41')
    const thief = device(app, '192.0.2.141')
    await thief('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
    await app.sql`update sessions set ip_address = '198.51.100.41' where ip_address = '192.0.2.141'`
    const confirm = async (password: string) =>
      (await thief('/api/account/confirm', { json: { password } })).status
    expect(await confirm('guess')).toBe(403)
    const counted = await app.sql`
      update auth_rate_limits set count = 100 where key like 'guesses|%' and count = 1 returning 1`
    expect(counted).toHaveLength(1)
    expect(await confirm(PASSWORD)).toBe(429)
    const left = await thief('/api/account', { method: 'DELETE', json: { password: PASSWORD } })
    expect(left.status).toBe(429)
    const signIn = { json: { email, password: PASSWORD } }
    expect((await device(app, '192.0.2.142')('/api/auth/sign-in/email', signIn)).status).toBe(429)
  })

  it.each([
    ['192.0.2.151', '/change-password', { newPassword: 'battery staple' }, 'currentPassword'],
    ['192.0.2.152', '/two-factor/enable', {}, 'password'],
    ['192.0.2.153', '/two-factor/disable', {}, 'password'],
    ['192.0.2.154', '/two-factor/get-totp-uri', {}, 'password'],
    ['192.0.2.155', '/two-factor/generate-backup-codes', {}, 'password'],
  ])('counts so from %s at %s, too', async (network, path, body, field) => {
    const email = `${path.replaceAll('/', '.').slice(1)}@hospital.test`
    await signedUp(app, email, '198.51.100.43')
    const thief = device(app, network)
    await thief('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
    await thief('/api/auth/two-factor/enable', { json: { password: PASSWORD } })
    await app.sql`update users set two_factor_enabled = true where email = ${email}`
    await app.sql`
      update sessions set ip_address = '198.51.100.43', factor = 'code'
      where ip_address = ${network}`
    const guess = async (password: string) =>
      (await thief(`/api/auth${path}`, { json: { ...body, [field]: password } })).status
    expect(await guess('guess')).toBe(400)
    const counted = await app.sql`
      update auth_rate_limits set count = 100 where key like 'guesses|%' and count = 1 returning 1`
    expect(counted).toHaveLength(1)
    expect(await guess(PASSWORD)).toBe(429)
  })
})

describe('locking a user out by wrong passwords', () => {
  it.each([
    ['198.51.100.31', '198.51.100.31', '198.51.100.32'],
    ['2001:db8:31::5', '2001:db8:31::6', '2001:db8:32::5'],
  ])('does not reach the network they are signed in from (%s)', async (home, again, elsewhere) => {
    const email = `owner.${home.length}@hospital.test`
    await signedUp(app, email, home)
    const signIn = async (network: string, password: string) =>
      (await device(app, network)('/api/auth/sign-in/email', { json: { email, password } })).status
    expect(await signIn(elsewhere, 'guess')).toBe(401)
    await app.sql`
      update auth_rate_limits set count = 100 where key like 'guesses|%' and count = 1`
    expect(await signIn(elsewhere, PASSWORD)).toBe(429)
    expect(await signIn(again, PASSWORD)).toBe(200)
    expect(await signIn(elsewhere, PASSWORD)).toBe(429)
  })
})

describe('cookies', () => {
  it('a tampered, foreign or made-up cookie is nobody’s', async () => {
    const { Cookie = '' } = await app.asUser('cookie@hospital.test')
    const [name = '', value = ''] = Cookie.split('=')
    const [token = '', signature = ''] = decodeURIComponent(value).split('.')
    const forged = createHmac('sha256', 'another secret').update(token).digest('base64')
    const role = async (text: string) => {
      const headers = { Cookie: `${name}=${encodeURIComponent(text)}` }
      const response = await app.request('/api/me', { as: 'session', headers })
      return ((await response.json()) as { role: string }).role
    }
    expect(await role(`${token}.${signature}`)).toBe('free')
    expect(await role(`${token}.${forged}`)).toBe('visitor')
    expect(await role(`${token}x.${signature}`)).toBe('visitor')
    expect(await role(token)).toBe('visitor')
    expect(await role(`${token}.`)).toBe('visitor')
    expect(await role("' or 1=1 --.x")).toBe('visitor')
  })

  it('a cookie of an ended session is worth nothing when it is played again', async () => {
    const headers = await app.asUser('replay@hospital.test')
    await app.request('/api/auth/sign-out', { as: 'session', json: {}, headers })
    const response = await app.request('/api/me', { as: 'session', headers })
    expect(await response.json()).toMatchObject({ role: 'visitor' })
  })
})

describe('foreign pages', () => {
  const FOREIGN = { Origin: 'https://evil.example' }

  it.each([
    ['DELETE', '/api/account', { password: PASSWORD }],
    ['POST', '/api/auth/sign-out', {}],
    ['POST', '/api/auth/sign-in/email', { email: 'a@b.test', password: PASSWORD }],
  ])('%s %s is refused, also from an opaque origin', async (method, path, json) => {
    for (const foreign of [FOREIGN, { Origin: 'null' }, { Origin: `${ORIGIN}.evil.example` }]) {
      const headers = { ...(await app.asUser('origin@hospital.test')), ...foreign }
      const response = await app.request(path, { as: 'session', method, json, headers })
      expect(response.status).toBe(403)
    }
  })

  it.each(['https://evil.example/x', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'AUTH-18 no mail and no redirect leads to %s',
    async (target) => {
      const ask = device(app, '198.51.100.4')
      const json = { email: 'redirect@hospital.test', password: PASSWORD, callbackURL: target }
      expect((await ask('/api/auth/sign-up/email', { json })).status).toBe(403)
      const query = new URLSearchParams({ token: 'x', callbackURL: target })
      expect((await ask(`/api/auth/verify-email?${query}`)).status).toBe(403)
    },
  )

  it('an oversized body is refused before anybody reads it', async () => {
    const json = { email: 'a@b.test', password: 'x'.repeat(600_000) }
    const response = await device(app, '198.51.100.5')('/api/auth/sign-in/email', { json })
    expect(response.status).toBe(413)
  })

  it('calls of the library that are not offered do not answer', async () => {
    const headers = await app.asUser('closed@hospital.test')
    for (const path of ['delete-user', 'update-user', 'change-email', 'sign-in/social']) {
      const json = { name: 'x', newEmail: 'x@y.test', provider: 'google' }
      const response = await app.request(`/api/auth/${path}`, { as: 'session', json, headers })
      expect(response.status).toBe(404)
    }
  })
})

describe('links in mails', () => {
  it('AUTH-23 a recovery link works once', async () => {
    const email = 'once@hospital.test'
    const ask = await signedUp(app, email, '198.51.100.6')
    await ask('/api/auth/request-password-reset', { json: { email } })
    const link = new URL(linkIn(await mailTo(app, email, /new Clinidex password/)), ORIGIN)
    const json = { newPassword: 'battery staple', token: link.searchParams.get('token') }
    expect((await ask('/api/auth/reset-password', { json })).status).toBe(200)
    const again = await ask('/api/auth/reset-password', { json: { ...json, newPassword: 'third' } })
    expect(again.status).toBe(400)
  })

  it('a confirmation link that was touched confirms nobody', async () => {
    const email = 'touched@hospital.test'
    const ask = device(app, '198.51.100.7')
    await ask('/api/auth/sign-up/email', { json: { email, password: PASSWORD } })
    const link = linkIn(await mailTo(app, email, /Confirm/))
    const touched = link.replace(/token=[^&]+/, (token) => `${token.slice(0, -3)}abc`)
    expect(await (await confirmBy(ask, touched)).json()).toMatchObject({
      error: { data: { reason: 'INVALID_TOKEN' } },
    })
    expect(await roleOf(ask)).toBe('visitor')
  })
})

describe('who has an account', () => {
  const HAS = 'has@hospital.test'
  const HAS_NOT = 'has.not@hospital.test'
  beforeAll(async () => {
    await app.request('/api/auth/sign-up/email', {
      as: 'session',
      network: '198.51.100.8',
      json: { email: HAS, password: PASSWORD },
    })
  })

  it('AUTH-22 sign-in tells neither by words nor by work: one password is hashed', async () => {
    const { password } = await app.parts.auth.$context
    const hashed = [vi.spyOn(password, 'hash'), vi.spyOn(password, 'verify')]
    const count = () => hashed.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    const path = '/api/auth/sign-in/email'
    const counts = []
    const answers = new Set<string>()
    for (const email of [HAS, HAS_NOT]) {
      const before = count()
      const json = { email, password: 'wrong password' }
      answers.add(await (await device(app, '192.0.2.8')(path, { json })).text())
      counts.push(count() - before)
    }
    expect(answers.size).toBe(1)
    expect(counts).toEqual([1, 1])
    vi.restoreAllMocks()
  })

  it.each(['/api/auth/request-password-reset', '/api/auth/send-verification-email'])(
    'AUTH-22 %s tells neither by words nor by being done sooner',
    async (path) => {
      const answers = new Set<string>()
      for (const email of [HAS, HAS_NOT]) {
        const startedAt = performance.now()
        const response = await device(app, '192.0.2.9')(path, { json: { email } })
        // The response takes longer than the work itself, with or without a mail.
        expect(performance.now() - startedAt).toBeGreaterThan(590)
        answers.add(`${response.status} ${await response.text()}`)
      }
      expect(answers.size).toBe(1)
    },
  )
})
