import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { resetFactors } from '#api/services/auth/reset-second-factors.ts'
import { ORIGIN, type TestApp, testApp } from '#tests/support/app.ts'
import {
  type Device,
  device,
  linkIn,
  mailTo,
  PASSWORD,
  roleOf,
  signedUp,
} from '#tests/support/cookie-jar.ts'
import { held } from '#tests/support/held.ts'
import { oneTimeCode } from '#tests/support/one-time-code.ts'
import {
  newPasskey,
  registerPasskey,
  setUpCodes,
  signInByPasskey,
  signInByPassword,
} from '#tests/support/second-factors.ts'

const ADMIN = 'chief@hospital.test'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0, env: { ADMIN_EMAILS: ADMIN } })
})
afterAll(() => app.close())

let networks = 0
const nextNetwork = () => `203.0.113.${++networks}`

describe('a lost second factor', () => {
  const idOf = async (email: string) => {
    const [user] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
    return user?.id ?? ''
  }
  const reset = async (id: string) => {
    const headers = await app.asUser(ADMIN)
    const options = { as: 'session', method: 'DELETE', headers } as const
    const response = await app.request(`/api/admin/users/${id}/second-factor`, options)
    return { status: response.status, body: await response.json() }
  }

  it('is reset by an administrator: the password alone signs in, and its owner is told', async () => {
    const email = 'lost@hospital.test'
    const owner = await signedUp(app, email, nextNetwork())
    const passkey = newPasskey()
    expect((await registerPasskey(owner, passkey)).status).toBe(200)
    const { backupCodes } = await setUpCodes(owner)
    const halfWay = device(app, nextNetwork())
    await signInByPassword(halfWay, email)
    const id = await idOf(email)
    expect(await reset(id)).toEqual({ status: 200, body: { mail: 'sent' } })

    expect(await roleOf(owner)).toBe('visitor')
    const kept = { json: { code: backupCodes[0] } }
    expect((await halfWay('/api/auth/two-factor/verify-backup-code', kept)).ok).toBe(false)
    expect(await roleOf(halfWay)).toBe('visitor')
    const finder = device(app, nextNetwork())
    expect((await signInByPasskey(finder, passkey)).status).toBe(401)
    expect((await signInByPassword(finder, email)).status).toBe(200)
    expect(await roleOf(finder)).toBe('free')
    const left = await app.sql`
      select factor, two_factor_enabled,
        (select count(*)::integer from auth_passkeys where user_id = users.id) as passkeys,
        (select count(*)::integer from auth_two_factors where user_id = users.id) as codes
      from sessions join users on users.id = user_id where users.id = ${id}`
    expect(left).toEqual([{ factor: 'password', two_factor_enabled: false, passkeys: 0, codes: 0 }])
    const mail = await mailTo(app, email, /second factor was reset/)
    expect(mail.text).toContain('Your password alone signs you in')
    expect(linkIn(mail)).toBe('/forgot-password')
    const traces = await app.sql`
      select actor_id, details from audit_log where subject_id = ${id} and action = 'factor.reset'`
    expect(traces).toEqual([{ actor_id: await idOf(ADMIN), details: { passkeys: 1, codes: true } }])
    // A repeat removes nothing and sends no mail.
    expect(await reset(id)).toEqual({ status: 200, body: { mail: 'none' } })
    expect(
      await app.sql`select 1 from audit_log where subject_id = ${id} and action = 'factor.reset'`,
    ).toHaveLength(1)
    expect((await registerPasskey(finder, newPasskey())).status).toBe(200)
  })

  it('is not reset by an open laptop, for oneself, or for nobody', async () => {
    const email = 'kept@hospital.test'
    await registerPasskey(await signedUp(app, email, nextNetwork()), newPasskey())
    const id = await idOf(email)
    expect(await reset(await idOf(ADMIN))).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', message: expect.stringContaining('your own account') } },
    })
    expect(await reset('nobody')).toMatchObject({ status: 404 })
    const headers = await app.asUser(ADMIN)
    await app.sql`update sessions set confirmed_at = now() - interval '11 minutes'`
    const late = await app.request(`/api/admin/users/${id}/second-factor`, {
      ...{ as: 'session', method: 'DELETE', headers },
    })
    expect(await late.json()).toMatchObject({ error: { code: 'confirmation_required' } })
    expect(await app.sql`select 1 from auth_passkeys where user_id = ${id}`).toHaveLength(1)
  })

  it('is reset where no mail can be sent, which the administrator is told', async () => {
    const email = 'unreachable@hospital.test'
    await registerPasskey(await signedUp(app, email, nextNetwork()), newPasskey())
    const admin = { actor: { id: await idOf(ADMIN) }, network: '' }
    const mailer = { ...app.parts.mailer, send: () => Promise.reject(new Error('away')) }
    const parts = { ...app.parts, mailer }
    const order = { userId: await idOf(email), recoverUrl: ORIGIN }
    expect(await resetFactors(parts, admin, order)).toEqual({ mail: 'failed' })
    expect(await app.sql`select 1 from auth_passkeys where user_id = ${order.userId}`).toEqual([])
  })

  const FACTORS: Record<string, (ask: Device) => Promise<() => Promise<Response>>> = {
    'a passkey': async (ask) => {
      const options = await ask('/api/auth/passkey/generate-register-options')
      const { challenge } = (await options.json()) as { challenge: string }
      const json = { response: newPasskey().register(challenge), name: 'Mine' }
      return () => ask('/api/auth/passkey/verify-registration', { json })
    },
    'a code': async (ask) => {
      const enabled = await ask('/api/auth/two-factor/enable', { json: { password: PASSWORD } })
      const { totpURI } = (await enabled.json()) as { totpURI: string }
      return () => ask('/api/auth/two-factor/verify-totp', { json: { code: oneTimeCode(totpURI) } })
    },
  }

  it.each(Object.entries(FACTORS))('is reset with %s that is being added', async (what, begin) => {
    const email = `${what.replace(' ', '.')}@hospital.test`
    const finder = await signedUp(app, email, nextNetwork())
    await registerPasskey(finder, newPasskey())
    const id = await idOf(email)
    const add = await begin(finder)
    const admin = { actor: { id: await idOf(ADMIN) }, network: '' }
    const order = { userId: id, recoverUrl: ORIGIN }
    // The library prints what the database refuses, so the output is silenced.
    const print = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => print.mockRestore())
    let resetting: ReturnType<typeof resetFactors> | undefined
    let adding: Promise<Response> | undefined
    await app.sql.begin(async (tx) => {
      // The reset cannot write its audit entry, which comes last.
      await tx`lock table audit_log in share mode`
      resetting = resetFactors(app.parts, admin, order)
      await held(app.sql, resetting)
      adding = add()
      await held(app.sql, adding, 2)
    })
    expect(await resetting).toEqual({ mail: 'sent' })
    expect((await adding)?.ok).toBe(false)
    const [left] = await app.sql`
      select two_factor_enabled,
        (select count(*)::integer from auth_passkeys where user_id = users.id) as passkeys,
        (select count(*)::integer from sessions where user_id = users.id) as sessions
      from users where id = ${id}`
    expect(left).toEqual({ two_factor_enabled: false, passkeys: 0, sessions: 0 })
  })

  it('leaves no session to who had shown it when it was reset', async () => {
    const email = 'racing@hospital.test'
    await registerPasskey(await signedUp(app, email, nextNetwork()), newPasskey())
    const id = await idOf(email)
    await reset(id)
    // The library's last step, after it has verified the passkey.
    const signInLate = app.sql`
      insert into sessions (id, user_id, token, factor, expires_at, updated_at)
      values ('late', ${id}, 'late', 'passkey', now() + interval '1 day', now())`
    await expect(signInLate).rejects.toThrow('the account has no second factor any more')
  })
})
