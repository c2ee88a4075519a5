import { afterAll, beforeAll, expect, it } from 'vitest'
import { PAGES } from '#api/contract/pages.ts'
import { newsMail } from '#api/services/mail/news-messages.ts'
import { type StoredMail, storedMails } from '#api/services/mail/stored-mail.ts'
import { mailOffUrls } from '#api/services/watches/mail-off.ts'
import { ORIGIN, type TestApp, testApp } from '#tests/support/app.ts'
import { confirmBy, device, linkIn, mailTo, PASSWORD } from '#tests/support/cookie-jar.ts'
import { newAddress, removalCalls } from '#tests/support/removals.ts'
import { newSender, sendResume } from '#tests/support/resumes.ts'
import { newPerson } from '#tests/support/teams.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0 })
})
afterAll(() => app.close())

/** Has each kind of mail sent that a link in it is followed from. */
async function sendAll(): Promise<void> {
  const address = newAddress()
  const visitor = device(app, '192.0.2.1')
  const signUp = { json: { email: address, password: PASSWORD } }
  await visitor('/api/auth/sign-up/email', signUp)
  await visitor('/api/auth/send-verification-email', { json: { email: address, callbackURL: '/' } })
  const link = linkIn(await mailTo(app, address, /^Confirm your email/))
  await confirmBy(device(app, '192.0.2.2'), link, { isPressed: true })
  await visitor('/api/auth/sign-up/email', signUp)
  await visitor('/api/auth/request-password-reset', { json: { email: address } })

  await removalCalls(() => app).tokenFor(newAddress())
  await sendResume(app, { personal_email: newSender() })

  const owner = await newPerson(app, { tier: 'premium' })
  const team = await owner.ask('POST', '/api/teams', { name: 'Night desk' })
  const { id } = (await team.json()) as { id: string }
  const invite = { email: newAddress(), role: 'viewer' }
  expect((await owner.ask('POST', `/api/teams/${id}/invites`, invite)).ok).toBe(true)
  await mailTo(app, invite.email, /invites you/)

  const urls = await mailOffUrls(app.parts, owner.id)
  await app.parts.mailer.send(newsMail(owner.email, [], { openUrl: `${ORIGIN}/search`, ...urls }))
  for (const subject of [/^Welcome/, /^Choose your/, /already have/, /new Clinidex password/]) {
    await mailTo(app, address, subject)
  }
}

const urlsOf = ({ html, text }: StoredMail): string[] =>
  `${html.replaceAll('&amp;', '&')}\n${text}`.match(/https?:\/\/[^\s"<>]+/g) ?? []

it('each link of each mail leads to a page, for opening a page changes nothing', async () => {
  await sendAll()
  const mails = await storedMails(app.parts.env.DATA_DIR)
  const links = mails.flatMap(urlsOf).map((url) => new URL(url))
  const paths = new Set(links.map(({ origin, pathname }) => `${origin}${pathname}`))
  expect([...paths].sort()).toEqual(
    [
      '/confirm-email',
      '/confirm-removal',
      '/confirm-submission',
      '/forgot-password',
      '/join',
      '/login',
      '/reset-password',
      '/search',
      '/unsubscribe',
    ].map((path) => ORIGIN + path),
  )
  for (const { pathname } of links) expect(PAGES).toHaveProperty([pathname])
})
