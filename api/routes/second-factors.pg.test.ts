import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#api/app.ts'
import { session } from '#api/middleware/session.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import {
  type Device,
  device,
  linkIn,
  mailTo,
  PASSWORD,
  roleOf,
  signedUp,
} from '#tests/support/cookie-jar.ts'
import { oneTimeCode } from '#tests/support/one-time-code.ts'
import {
  newPasskey,
  registerPasskey,
  setUpCodes,
  signInByPasskey,
  signInByPassword,
} from '#tests/support/second-factors.ts'

const ADMIN = 'chief@hospital.test'
const HOUR_MS = 3_600_000

let app: TestApp
/** The same parts, configured as in production. */
let production: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0, env: { ADMIN_EMAILS: ADMIN } })
  const env = { ...app.parts.env, NODE_ENV: 'production' as const }
  const inProduction = createApp({ ...app.parts, env }, session())
  production = {
    ...app,
    request: async (path, { json, method, headers, network = '' } = {}) =>
      inProduction.request(
        path,
        {
          method: method ?? (json === undefined ? 'GET' : 'POST'),
          headers: {
            ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        },
        { incoming: { socket: { remoteAddress: network, remoteFamily: 'IPv4', remotePort: 1 } } },
      ),
  }
})
afterAll(() => app.close())

let networks = 0
const nextNetwork = () => `203.0.113.${++networks}`

const me = async (ask: Device) =>
  (await (await ask('/api/me')).json()) as { role: string; needsSecondFactor: boolean }

describe('a passkey', () => {
  it('signs in by itself; the factor, the sign-in and the day of it are kept', async () => {
    const email = 'passkey@hospital.test'
    const first = await signedUp(app, email, nextNetwork())
    const passkey = newPasskey()
    expect((await registerPasskey(first, passkey)).status).toBe(200)
    const ask = device(app, nextNetwork())
    expect((await signInByPasskey(ask, passkey)).status).toBe(200)
    expect(await roleOf(ask)).toBe('free')
    const sessions = await app.sql`
      select factor from sessions join users on users.id = user_id where email = ${email}`
    expect(sessions).toEqual([{ factor: 'passkey' }, { factor: 'passkey' }])
    const traces = await app.sql`
      select action from audit_log join users on users.id = actor_id
      where email = ${email} order by audit_log.id`
    expect(traces.map(({ action }) => action)).toEqual([
      'sign_up',
      'sign_in',
      'factor.add',
      'sign_in',
    ])
  })

  it('signs in however many signatures it has made', async () => {
    const ask = await signedUp(app, 'counting@hospital.test', nextNetwork())
    const passkey = newPasskey({ signatures: 2 ** 31 - 2 })
    expect((await registerPasskey(ask, passkey)).status).toBe(200)
    expect((await signInByPasskey(device(app, nextNetwork()), passkey)).status).toBe(200)
    expect((await signInByPasskey(device(app, nextNetwork()), passkey)).status).toBe(200)
    const [{ counter } = { counter: '' }] = await app.sql<{ counter: string }[]>`
      select counter::text from auth_passkeys where counter > 0`
    expect(counter).toBe('2147483648')
  })

  it('does nothing without a finger or a PIN', async () => {
    const ask = await signedUp(app, 'unverified@hospital.test', nextNetwork())
    const refused = await registerPasskey(ask, newPasskey({ isVerifying: false }))
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('USER_NOT_VERIFIED')
  })

  it('does nothing by another’s key, an old challenge, or for a banned account', async () => {
    const email = 'banned@hospital.test'
    const first = await signedUp(app, email, nextNetwork())
    const passkey = newPasskey()
    await registerPasskey(first, passkey)
    const stranger = device(app, nextNetwork())
    expect((await signInByPasskey(stranger, newPasskey())).status).toBe(401)
    const replayed = await stranger('/api/auth/passkey/verify-authentication', {
      json: { response: passkey.sign('b2xk') },
    })
    expect(replayed.status).toBe(400)
    await app.sql`update users set banned_at = now() where email = ${email}`
    expect((await signInByPasskey(device(app, nextNetwork()), passkey)).status).toBe(403)
  })

  it('shown again takes the place of the session it is shown in', async () => {
    const email = 'again@hospital.test'
    const ask = await signedUp(app, email, nextNetwork())
    const passkey = newPasskey()
    await registerPasskey(ask, passkey)
    await app.sql`
      update sessions set confirmed_at = now() - interval '1 hour'
      where user_id = (select id from users where email = ${email})`
    expect((await signInByPasskey(ask, passkey)).status).toBe(200)
    const sessions = await app.sql`
      select confirmed_at > now() - interval '1 minute' as is_fresh from sessions
      join users on users.id = user_id where email = ${email}`
    expect(sessions).toEqual([{ is_fresh: true }])
  })
})

describe('a code', () => {
  it('is asked for after the password, and only the code signs in', async () => {
    const email = 'code@hospital.test'
    const first = await signedUp(app, email, nextNetwork())
    const { totpURI, backupCodes } = await setUpCodes(first)
    expect(await roleOf(first)).toBe('free')
    const ask = device(app, nextNetwork())
    const half = await signInByPassword(ask, email)
    expect(await half.json()).toMatchObject({ twoFactorRedirect: true })
    expect(await roleOf(ask)).toBe('visitor')
    const before = await app.sql`select last_sign_in_at from users where email = ${email}`
    const wrong = await ask('/api/auth/two-factor/verify-totp', { json: { code: '000000' } })
    expect(wrong.status).toBe(401)
    const right = await ask('/api/auth/two-factor/verify-totp', {
      json: { code: oneTimeCode(totpURI), trustDevice: true },
    })
    expect(right.status).toBe(200)
    expect(await roleOf(ask)).toBe('free')
    const after = await app.sql`select last_sign_in_at from users where email = ${email}`
    expect(after).not.toEqual(before)
    const signIns = await app.sql`
      select 1 from audit_log join users on users.id = actor_id
      where email = ${email} and action = 'sign_in'`
    expect(signIns).toHaveLength(2)
    // Devices are never trusted: the next sign-in requires a code. A recovery code works once.
    expect(await (await signInByPassword(ask, email)).json()).toMatchObject({
      twoFactorRedirect: true,
    })
    const other = device(app, nextNetwork())
    await signInByPassword(other, email)
    const kept = { json: { code: backupCodes[0] } }
    expect((await other('/api/auth/two-factor/verify-backup-code', kept)).status).toBe(200)
    await signInByPassword(other, email)
    const again = device(app, nextNetwork())
    await signInByPassword(again, email)
    expect((await again('/api/auth/two-factor/verify-backup-code', kept)).status).toBe(401)
  })

  it('signs in once, also of two that come at once; the next one signs in again', async () => {
    const email = 'once.only@hospital.test'
    const { totpURI } = await setUpCodes(await signedUp(app, email, nextNetwork()))
    const enter = async (code: string) => {
      const ask = device(app, nextNetwork())
      await signInByPassword(ask, email)
      const answer = await ask('/api/auth/two-factor/verify-totp', { json: { code } })
      return { status: answer.status, answer: await answer.json(), role: await roleOf(ask) }
    }
    const code = oneTimeCode(totpURI)
    const both = await Promise.all([enter(code), enter(code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const wrong = await enter('000000')
    expect(await enter(code)).toEqual(wrong)
    expect(wrong).toMatchObject({ status: 401, role: 'visitor' })
    expect(await enter(oneTimeCode(totpURI, Date.now() + 30_000))).toMatchObject({
      status: 200,
      role: 'free',
    })
  })

  it('is forgotten with the factor: no session counts as one that showed it', async () => {
    const email = 'off@hospital.test'
    const ask = await signedUp(app, email, nextNetwork())
    await setUpCodes(ask)
    const off = await ask('/api/auth/two-factor/disable', { json: { password: PASSWORD } })
    expect(off.status).toBe(200)
    const sessions = await app.sql`
      select distinct factor from sessions join users on users.id = user_id where email = ${email}`
    expect(sessions).toEqual([{ factor: 'password' }])
  })
})

describe('changing factors', () => {
  it('tells the owner by mail what signs in now, and what does no more', async () => {
    const email = 'told@hospital.test'
    const ask = await signedUp(app, email, nextNetwork())
    const told = async (subject: string) => {
      const mail = await mailTo(app, email, new RegExp(`^${subject} your Clinidex account$`))
      expect(mail.text).toContain(`${subject} your account just now.`)
      expect(linkIn(mail)).toBe('/forgot-password')
    }
    await registerPasskey(ask, newPasskey())
    await told('A passkey was added to')
    const [key] = await app.sql<{ id: string }[]>`
      select p.id from auth_passkeys p join users on users.id = p.user_id where email = ${email}`
    expect((await ask('/api/auth/passkey/delete-passkey', { json: { id: key?.id } })).ok).toBe(true)
    await told('A passkey was removed from')
    await setUpCodes(ask)
    await told('An authenticator app was added to')
    await ask('/api/auth/two-factor/disable', { json: { password: PASSWORD } })
    await told('The authenticator app was removed from')
  })

  it('takes a session that showed the one there is: a stolen password adds none', async () => {
    const email = 'stolen@hospital.test'
    const owner = await signedUp(app, email, nextNetwork())
    await registerPasskey(owner, newPasskey())
    const thief = device(app, nextNetwork())
    expect((await signInByPassword(thief, email)).status).toBe(200)
    const added = await registerPasskey(thief, newPasskey())
    expect(added.status).toBe(403)
    expect(await added.text()).toContain('SECOND_FACTOR_REQUIRED')
    const codes = await thief('/api/auth/two-factor/enable', { json: { password: PASSWORD } })
    expect(codes.status).toBe(403)
    const passkeys = (await (await thief('/api/auth/passkey/list-user-passkeys')).json()) as {
      id: string
    }[]
    const removed = await thief('/api/auth/passkey/delete-passkey', {
      json: { id: passkeys[0]?.id },
    })
    expect(removed.status).toBe(403)
  })

  it('takes a session that was confirmed within ten minutes', async () => {
    const email = 'open-laptop@hospital.test'
    const ask = await signedUp(app, email, nextNetwork())
    await app.sql`
      update sessions set confirmed_at = now() - interval '11 minutes'
      where user_id = (select id from users where email = ${email})`
    const refused = await registerPasskey(ask, newPasskey())
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('"confirmation_required"')
    const wrong = await ask('/api/account/confirm', { json: { password: 'not the password' } })
    expect(wrong.status).toBe(403)
    expect((await registerPasskey(ask, newPasskey())).status).toBe(403)
    expect((await ask('/api/account/confirm', { json: { password: PASSWORD } })).status).toBe(204)
    expect((await registerPasskey(ask, newPasskey())).status).toBe(200)
  })
})

describe('an administrator', () => {
  it('is one in production only by a passkey or a code, and is told so', async () => {
    const ask = await signedUp(app, ADMIN, nextNetwork())
    expect(await me(ask)).toMatchObject({ role: 'admin', needsSecondFactor: false })
    const there = device(production, nextNetwork())
    await signInByPassword(there, ADMIN)
    expect(await me(there)).toMatchObject({ role: 'free', needsSecondFactor: true })
    expect((await there('/api/admin/users')).status).toBe(403)
    const passkey = newPasskey()
    expect((await registerPasskey(there, passkey)).status).toBe(200)
    expect(await me(there)).toMatchObject({ role: 'admin', needsSecondFactor: false })
    expect((await there('/api/admin/users')).status).toBe(200)
    const byPassword = device(production, nextNetwork())
    await signInByPassword(byPassword, ADMIN)
    expect((await byPassword('/api/admin/users')).status).toBe(403)
    expect((await signInByPasskey(byPassword, passkey)).status).toBe(200)
    expect((await byPassword('/api/admin/users')).status).toBe(200)
  })

  it('is signed in for 12 hours, used or not, and for every call', async () => {
    const headers = await app.asUser(ADMIN)
    const token = /session_token=([^.]+)/.exec(headers.Cookie ?? '')?.[1] ?? ''
    const age = (ms: number) => app.sql`
      update sessions set created_at = now() - ${ms / 1000} * interval '1 second'
      where token = ${decodeURIComponent(token)}`
    const status = async (path: string) =>
      (await app.request(path, { as: 'session', headers })).status
    await age(12 * HOUR_MS - 60_000)
    expect(await status('/api/admin/users')).toBe(200)
    await age(12 * HOUR_MS + 60_000)
    expect(await status('/api/admin/users')).toBe(403)
    expect(await status('/api/auth/list-sessions')).toBe(401)
    const left = await app.sql`select 1 from sessions where token = ${decodeURIComponent(token)}`
    expect(left).toEqual([])
    const stranger = await app.asUser('stranger@hospital.test')
    await app.sql`update sessions set created_at = now() - interval '13 hours'`
    const answer = await app.request('/api/me', { as: 'session', headers: stranger })
    expect(await answer.json()).toMatchObject({ role: 'free' })
  })
})
