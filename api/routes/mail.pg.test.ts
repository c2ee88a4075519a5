import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { device, mailTo, PASSWORD } from '#tests/support/cookie-jar.ts'

describe('the page of kept mail', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ people: 0 })
  })
  afterAll(() => app.close())

  it('lists messages, shows each as HTML and text, and lets its links work', async () => {
    expect(await (await app.request('/dev/mail')).text()).toContain('Nothing was sent yet.')
    const email = '"<b>&"@hospital.test'
    const json = { email: 'list@hospital.test', password: PASSWORD, name: email }
    await device(app, '203.0.113.40')('/api/auth/sign-up/email', { json })
    const { id, text } = await mailTo(app, 'list@hospital.test', /Confirm/)
    const list = await app.request('/dev/mail')
    expect(await list.text()).toContain(`href="/dev/mail/${id}"`)
    expect(list.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const page = await (await app.request(`/dev/mail/${id}`)).text()
    expect(page).toContain(text.split('\n')[0])
    expect(page).toContain(`src="/dev/mail/${id}/html"`)
    const html = await app.request(`/dev/mail/${id}/html`)
    expect(html.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
    expect(await html.text()).toContain('<base target="_top">')
  })

  it('has no page for a message that is not there', async () => {
    expect((await app.request('/dev/mail/..%2f..%2fauth.secret')).status).toBe(404)
  })
})

describe('a mail server in trouble', () => {
  let app: TestApp
  let server: SMTPServer
  let refuses = false

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, callback) => {
        callback(refuses ? new Error('550 no such mailbox') : undefined)
      },
      onData: (stream, _session, callback) => {
        stream.on('end', () => callback()).resume()
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as { port: number }
    app = await testApp({ people: 0, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  })
  afterEach(() => {
    refuses = false
  })
  afterAll(() => app.close())

  const email = 'unlucky@hospital.test'
  const signUp = () =>
    device(app, '203.0.113.41')('/api/auth/sign-up/email', { json: { email, password: PASSWORD } })

  it('AUTH-09 a mailbox that is refused fails the sign-up, and nothing of it stays', async () => {
    refuses = true
    const response = await signUp()
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'mail_unavailable' } })
    const [left] = await app.sql`
      select (select count(*)::int from users where email = ${email}) as users,
        (select count(*)::int from auth_accounts) as passwords,
        (select count(*)::int from audit_log) as traces`
    expect(left).toEqual({ users: 0, passwords: 0, traces: 0 })
    refuses = false
    expect((await signUp()).status).toBe(200)
  })

  it('away, it fails recovery and resend alike, account or none', async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()))
    const ask = device(app, '203.0.113.42')
    for (const path of ['request-password-reset', 'send-verification-email']) {
      const answers = await Promise.all(
        [email, 'nobody@hospital.test'].map(async (email) => {
          const response = await ask(`/api/auth/${path}`, { json: { email } })
          return { status: response.status, body: await response.text() }
        }),
      )
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.status).toBe(503)
    }
    expect((await signUp()).status).toBe(503)
  })
})
