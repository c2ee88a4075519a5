import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ORIGIN, type TestApp, type TestRequest, testApp } from '../../tests/support/app.ts'
import { type KeptMail, keptMails } from '../services/mail/kept-mail.ts'

const PASSWORD = 'correct horse'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

/** A browser: keeps cookies, says where its pages come from. */
function browser(network: string) {
  let cookie = ''
  return async (path: string, options: TestRequest = {}) => {
    const response = await app.request(path, {
      as: 'session',
      network,
      ...options,
      headers: { Origin: ORIGIN, ...(cookie ? { Cookie: cookie } : {}), ...options.headers },
    })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      cookie = /max-age=0/i.test(set) ? '' : pair
    }
    return response
  }
}

async function mailTo(address: string, subject: RegExp): Promise<KeptMail> {
  return vi.waitFor(async () => {
    const mails = await keptMails(app.parts.env.DATA_DIR)
    const found = mails.find((mail) => mail.to === address && subject.test(mail.subject))
    if (!found) throw new Error(`no mail to ${address}: ${mails.map((m) => m.subject)}`)
    return found
  })
}

function linkIn({ text }: KeptMail): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  return link.slice(ORIGIN.length)
}

async function me(ask: ReturnType<typeof browser>) {
  return (await (await ask('/api/me')).json()) as { role: string; user: { name: string } | null }
}

describe('an account', () => {
  const email = 'ann.lee@hospital.test'
  const ask = browser('203.0.113.1')

  it('AUTH-06 AUTH-10 signs up without a session and writes to confirm the address', async () => {
    const json = {
      email,
      password: PASSWORD,
      source: '  a colleague ',
      callbackURL: '/search',
    }
    const response = await ask('/api/auth/sign-up/email', { json })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ token: null, user: { email, name: 'ann.lee' } })
    expect(await me(ask)).toMatchObject({ role: 'visitor', user: null })
    const [row] =
      await app.sql`select name, source, email_verified from users where email = ${email}`
    expect(row).toEqual({ name: 'ann.lee', source: 'a colleague', email_verified: false })
  })

  it('AUTH-24 refuses to sign in before the address is confirmed', async () => {
    const response = await ask('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' })
  })

  it('confirms the address by the link, which signs in once, and welcomes', async () => {
    const link = linkIn(await mailTo(email, /Confirm/))
    for (const role of ['free', 'visitor']) {
      const device = browser('203.0.113.1')
      const response = await device(link)
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe('/search')
      expect(await me(device)).toMatchObject({ role })
    }
    await mailTo(email, /Welcome/)
  })

  it('AUTH-26 DATA-12 signs in, and the session says who it is', async () => {
    const response = await ask('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/)
    expect(await me(ask)).toMatchObject({ role: 'free', user: { email, name: 'ann.lee' } })
  })

  it('AUTH-29 signs out, here and at once', async () => {
    expect((await ask('/api/auth/sign-out', { json: {} })).status).toBe(200)
    expect(await me(ask)).toMatchObject({ role: 'visitor', user: null })
  })
})
