import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anotherProcess } from '#tests/support/another-process.ts'
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
import { PATIENCE, soon } from '#tests/support/soon.ts'

const ADMIN = 'chief@hospital.test'

let app: TestApp
let admin: Record<string, string>
beforeAll(async () => {
  app = await testApp({ people: 0, env: { ADMIN_EMAILS: ADMIN } })
  admin = await app.asUser(ADMIN)
})
afterAll(() => app.close())

async function idOf(email: string): Promise<string> {
  const [user] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
  return user?.id ?? ''
}

function askAdmin(path: string, json: unknown = {}) {
  return app.request(`/api/admin/users/${path}`, { as: 'session', json, headers: admin })
}

async function ban(email: string): Promise<void> {
  const response = await askAdmin(`${await idOf(email)}/ban`, { reason: 'Scraping' })
  expect(response.status).toBe(200)
}

async function signIn(ask: Device, email: string, password: string) {
  const response = await ask('/api/auth/sign-in/email', { json: { email, password } })
  return { status: response.status, text: await response.text() }
}

describe('a ban', () => {
  it('is over every session within 5 s, in every process, and over what they hold open', async () => {
    const email = 'everywhere@hospital.test'
    const here = await signedUp(app, email, '198.51.100.31')
    const other = await anotherProcess(app)
    const headers = await app.asUser(email)
    const roleThere = async () =>
      ((await (await other.request('/api/me', { headers })).json()) as { role: string }).role
    expect([await roleOf(here), await roleThere()]).toEqual(['free', 'free'])
    const sessions = await app.sql<{ id: string }[]>`
      select sessions.id from sessions join users on users.id = user_id where email = ${email}`
    const ended = vi.fn()
    for (const { id } of sessions) {
      app.parts.revocations.onRevoked(id, ended)
      other.revocations.onRevoked(id, ended)
    }
    await ban(email)
    expect([await roleOf(here), await roleThere()]).toEqual(['visitor', 'visitor'])
    await soon(() => expect(ended).toHaveBeenCalledTimes(sessions.length * 2))
    await other.close()
  })

  it('refuses sign-in in plain words, but tells of itself only to who knows the password', async () => {
    const email = 'plain@hospital.test'
    await signedUp(app, email, '198.51.100.32')
    await ban(email)
    const ask = device(app, '198.51.100.33')
    const right = await signIn(ask, email, PASSWORD)
    expect(right.status).toBe(403)
    expect(right.text).toContain('This account was closed.')
    const wrong = await signIn(ask, email, 'not the password')
    const nobody = await signIn(ask, 'nobody@hospital.test', 'not the password')
    expect(wrong).toEqual(nobody)
    expect(wrong.status).toBe(401)
    expect(await roleOf(ask)).toBe('visitor')
  })

  it('holds after a new password by mail', async () => {
    const email = 'reset@hospital.test'
    await signedUp(app, email, '198.51.100.34')
    await ban(email)
    const ask = device(app, '198.51.100.35')
    await ask('/api/auth/request-password-reset', { json: { email } })
    const link = new URL(linkIn(await mailTo(app, email, /password/i)), 'http://localhost')
    const token = link.searchParams.get('token')
    const json = { token, newPassword: 'a new password' }
    expect((await ask('/api/auth/reset-password', { json })).status).toBe(200)
    expect((await signIn(ask, email, 'a new password')).status).toBe(403)
  })

  it('leaves no session to who signs in while it is spoken', async () => {
    await app.asUser('racing@hospital.test')
    const userId = await idOf('racing@hospital.test')
    let speak: () => void = () => undefined
    const isSpoken = new Promise<void>((resolve) => {
      speak = resolve
    })
    const banning = app.sql.begin(async (tx) => {
      await tx`update users set banned_at = now() where id = ${userId}`
      await tx`delete from sessions where user_id = ${userId}`
      await isSpoken
    })
    const signingIn = app.sql`
      insert into sessions (id, user_id, token, expires_at, updated_at)
      values ('late', ${userId}, 'late', now() + interval '1 day', now())`.then(
      () => 'signed in',
      (error: Error) => error.message,
    )
    await vi.waitUntil(async () => {
      const waiting = await app.sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    }, PATIENCE)
    speak()
    await banning
    expect(await signingIn).toBe('the account is banned')
    expect(await app.sql`select 1 from sessions where user_id = ${userId}`).toEqual([])
  })

  it('ends with its lifting; both are traced, without the reason', async () => {
    const email = 'lifted@hospital.test'
    await signedUp(app, email, '198.51.100.36')
    await ban(email)
    const [banned] = await app.sql`select * from users where email = ${email}`
    expect(banned).toMatchObject({ ban_reason: 'Scraping', banned_at: expect.any(Date) })
    await ban(email)
    const [again] = await app.sql`select banned_at from users where email = ${email}`
    expect(again?.banned_at).toEqual(banned?.banned_at)
    expect((await askAdmin(`${banned?.id}/unban`)).status).toBe(204)
    const [lifted] = await app.sql`select banned_at, ban_reason from users where email = ${email}`
    expect(lifted).toEqual({ banned_at: null, ban_reason: null })
    const ask = device(app, '198.51.100.37')
    expect((await signIn(ask, email, PASSWORD)).status).toBe(200)
    expect(await roleOf(ask)).toBe('free')
    const traces = await app.sql`
      select action, actor_id, details from audit_log
      where subject_id = ${banned?.id} and action like 'user.%' order by id`
    const chief = { actor_id: await idOf(ADMIN), details: {} }
    expect(traces).toEqual([
      { action: 'user.ban', ...chief },
      { action: 'user.ban', ...chief },
      { action: 'user.unban', ...chief },
    ])
  })

  it('needs a reason, an account, and another one than one’s own', async () => {
    await app.asUser('spared@hospital.test')
    const id = await idOf('spared@hospital.test')
    for (const json of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 'a\u0000b' }]) {
      expect((await askAdmin(`${id}/ban`, json)).status).toBe(400)
    }
    expect((await askAdmin('nobody/ban', { reason: 'x' })).status).toBe(404)
    expect((await askAdmin('nobody/unban')).status).toBe(404)
    const own = await askAdmin(`${await idOf(ADMIN)}/ban`, { reason: 'x' })
    expect(own.status).toBe(403)
    const [user] = await app.sql`select banned_at from users where id = ${id}`
    expect(user?.banned_at).toBeNull()
  })
})
