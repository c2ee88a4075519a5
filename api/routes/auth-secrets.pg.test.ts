import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN, type TestApp, testApp } from '#tests/support/app.ts'
import { confirmBy, device, linkIn, mailTo, PASSWORD, signedUp } from '#tests/support/cookie-jar.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

/** Requests a password reset, and reads the token from the mail. */
async function resetToken(email: string, network: string): Promise<string> {
  const json = { email }
  await device(app, network)('/api/auth/request-password-reset', { json })
  const link = linkIn(await mailTo(app, email, /new Clinidex password/))
  return new URL(link, ORIGIN).searchParams.get('token') ?? ''
}

describe('common passwords', () => {
  const refusal = {
    error: {
      code: 'weak_password',
      message: 'This password is too easy to guess. Please choose another one.',
    },
  }

  it.each(['password', '123456', 'Password1', 'QWERTYUIOP', 'iloveyou', 'letmein1'])(
    'AUTH-24 sign-up answers weak_password to %s',
    async (password) => {
      const json = { email: 'weak@hospital.test', password }
      const answer = await device(app, '203.0.113.1')('/api/auth/sign-up/email', { json })
      expect([answer.status, await answer.json()]).toEqual([400, refusal])
      expect(await app.sql`select from users where email = 'weak@hospital.test'`).toHaveLength(0)
    },
  )

  it('AUTH-24 sign-up says the same of it whether or not the address has an account', async () => {
    await signedUp(app, 'strong@hospital.test', '203.0.113.2')
    const json = { email: 'strong@hospital.test', password: 'password' }
    const answer = await device(app, '203.0.113.2')('/api/auth/sign-up/email', { json })
    expect([answer.status, await answer.json()]).toEqual([400, refusal])
  })

  it('AUTH-24 changing the password answers weak_password, and the old one stays', async () => {
    const email = 'changes@hospital.test'
    const ask = await signedUp(app, email, '203.0.113.3')
    const json = { currentPassword: PASSWORD, newPassword: 'sunshine' }
    const answer = await ask('/api/auth/change-password', { json })
    expect([answer.status, await answer.json()]).toEqual([400, refusal])
    const signIn = { json: { email, password: PASSWORD } }
    expect((await device(app, '203.0.113.3')('/api/auth/sign-in/email', signIn)).status).toBe(200)
  })

  it('AUTH-23 AUTH-24 resetting it answers weak_password, and the link still works', async () => {
    const email = 'resets@hospital.test'
    const ask = await signedUp(app, email, '203.0.113.4')
    const token = await resetToken(email, '203.0.113.4')
    const reset = (newPassword: string) =>
      ask('/api/auth/reset-password', { json: { token, newPassword } })
    const answer = await reset('baseball')
    expect([answer.status, await answer.json()]).toEqual([400, refusal])
    expect((await reset('battery staple')).status).toBe(200)
  })

  it('AUTH-04 one under 6 characters is called short, however common', async () => {
    const json = { email: 'short@hospital.test', password: '12345' }
    const answer = await device(app, '203.0.113.5')('/api/auth/sign-up/email', { json })
    expect(await answer.json()).toMatchObject({
      error: { code: 'invalid_input', data: { reason: 'PASSWORD_TOO_SHORT' } },
    })
  })
})

describe('what the database holds of a mailed token', () => {
  it('AUTH-23 is its hash, in the library’s own mails and in ours', async () => {
    const email = 'hashed@hospital.test'
    await signedUp(app, email, '203.0.113.6')
    const tokens = [await resetToken(email, '203.0.113.6')]

    // The address is confirmed in a browser other than the one that signed up, so a mail to set a
    // password is sent.
    const elsewhere = 'hashed.elsewhere@hospital.test'
    const json = { email: elsewhere, password: PASSWORD }
    await device(app, '203.0.113.7')('/api/auth/sign-up/email', { json })
    const confirmation = linkIn(await mailTo(app, elsewhere, /Confirm/))
    const owner = device(app, '203.0.113.8')
    await confirmBy(owner, confirmation, { isPressed: true })
    const own = new URL(linkIn(await mailTo(app, elsewhere, /Choose your/)), ORIGIN)
    tokens.push(own.searchParams.get('token') ?? '')

    const rows = await app.sql<{ identifier: string; whole: string; minutes: number }[]>`
      select identifier, auth_verifications::text as whole,
        round(extract(epoch from expires_at - created_at) / 60)::integer as minutes
      from auth_verifications`
    for (const token of tokens) {
      expect(token.length).toBeGreaterThan(20)
      const hash = createHash('sha256').update(`reset-password:${token}`).digest('base64url')
      // The mails say that their links are valid for an hour.
      const lives = rows.flatMap((row) => (row.identifier === hash ? row.minutes : []))
      expect(lives).toEqual([60])
    }
    const confirmed = new URL(confirmation, ORIGIN).searchParams.get('token') ?? ''
    for (const { whole } of rows) {
      for (const token of [...tokens, confirmed]) expect(whole).not.toContain(token)
    }
    // The stored value is not itself a token.
    for (const { identifier } of rows) {
      const stolen = { token: identifier, newPassword: 'battery staple' }
      expect((await owner('/api/auth/reset-password', { json: stolen })).status).toBe(400)
    }
    const good = { token: tokens[1], newPassword: 'battery staple' }
    expect((await owner('/api/auth/reset-password', { json: good })).status).toBe(200)
  })

  it('AUTH-23 a link that was mailed before tokens were hashed still works', async () => {
    const email = 'older@hospital.test'
    const ask = await signedUp(app, email, '203.0.113.9')
    const token = 'a-token-of-twenty-four-c'
    await app.sql`
      insert into auth_verifications (id, identifier, value, expires_at, created_at, updated_at)
      select 'old', ${`reset-password:${token}`}, id, now() + interval '1 hour', now(), now()
      from users where email = ${email}`
    const migration = new URL('../../db/migrations/0012_hashed_tokens.sql', import.meta.url)
    await app.sql.file(migration.pathname)
    const kept = await app.sql`select identifier from auth_verifications where id = 'old'`
    expect(kept[0]?.identifier).not.toContain(token)
    const json = { token, newPassword: 'battery staple' }
    expect((await ask('/api/auth/reset-password', { json })).status).toBe(200)
  })
})
