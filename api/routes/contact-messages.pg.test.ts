import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { mailContactMessages, purgeContactMessages } from '#api/services/intake/contact-messages.ts'
import { storedMails } from '#api/services/mail/stored-mail.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { refusal, slowMailServer } from '#tests/support/mail-server.ts'
import { soon } from '#tests/support/soon.ts'

const MESSAGE = {
  name: 'Jo',
  email: 'jo@example.com',
  subject: 'Hello',
  message: 'Ten chars.',
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0, env: { OPERATOR_EMAIL: 'desk@example.org' } })
})
afterAll(() => app.close())
beforeEach(() => app.sql`delete from contact_messages`)

let networks = 0
const send = (changes: object = {}, network = `2001:db8:0:${(++networks).toString(16)}::1`) =>
  app.request('/api/contact-messages', { as: 'visitor', json: { ...MESSAGE, ...changes }, network })
const kept = () =>
  app.sql`select name, email, subject, message, mailed_at from contact_messages order by created_at`
const mailed = async (subject: string) =>
  (await storedMails(app.parts.env.DATA_DIR)).filter((mail) => mail.subject.includes(subject))

it('PAGES-09 PAGES-10 keeps what is exactly long enough and mails it to the operators', async () => {
  expect((await send({ subject: 'First' })).status).toBe(204)
  await soon(async () =>
    expect(await kept()).toMatchObject([
      { ...MESSAGE, subject: 'First', mailed_at: expect.any(Date) },
    ]),
  )
  const mails = await mailed('First')
  expect(mails).toMatchObject([{ to: 'desk@example.org', replyTo: MESSAGE.email }])
  expect(mails[0]?.text).toContain('From Jo <jo@example.com>')
  expect(mails[0]?.text).toContain('Ten chars.')
})

it.each([
  ['a name of one letter', { name: ' J ' }],
  ['a bad address', { email: 'jo@example' }],
  ['a subject of four letters', { subject: 'Four' }],
  ['a message of nine letters', { message: 'Nine char' }],
  ['a message without end', { message: 'x'.repeat(10_001) }],
  ['half a letter', { message: `A message ${'\ud800'}` }],
  ['a word too many', { to: 'somebody@example.com' }],
])('PAGES-09 refuses %s', async (_what, changes) => {
  expect((await send(changes)).status).toBe(400)
  expect(await kept()).toEqual([])
})

it('shows markup as text', async () => {
  await send({ subject: 'Markup', message: '<img src=x> & <b>bold</b>' })
  await soon(async () => expect(await mailed('Markup')).toHaveLength(1))
  const [mail] = await mailed('Markup')
  expect(mail?.html).not.toContain('<img')
  expect(mail?.text).toContain('<img src=x> & <b>bold</b>')
})

it('keeps a message that the mail server refuses, and mails it once when it takes it', async () => {
  const failing = vi.spyOn(app.parts.mailer, 'send').mockRejectedValue(new Error('away'))
  expect((await send({ subject: 'Patience' })).status).toBe(204)
  await soon(() => expect(failing).toHaveBeenCalled())
  failing.mockRestore()
  expect(await kept()).toMatchObject([{ mailed_at: null }])
  // The failed attempt may still hold its message's lock.
  await soon(async () => {
    await Promise.all([mailContactMessages(app.parts), mailContactMessages(app.parts)])
    expect(await mailed('Patience')).toHaveLength(1)
  })
})

it('mails the messages behind one that the mail server refuses, oldest first', async () => {
  await app.sql`
    insert into contact_messages ${app.sql([
      { ...MESSAGE, subject: 'Behind it', created_at: new Date('2026-01-02') },
      { ...MESSAGE, subject: 'Refused', created_at: new Date('2026-01-01') },
    ])}`
  const { mailer } = app.parts
  const send = mailer.send.bind(mailer)
  const failing = vi
    .spyOn(mailer, 'send')
    .mockImplementation((mail) =>
      mail.subject.includes('Refused') ? Promise.reject(refusal('desk@example.org')) : send(mail),
    )
  await expect(mailContactMessages(app.parts)).rejects.toThrow(
    /^1 contact messages could not be mailed \(EENVELOPE 550\)\.$/,
  )
  const order = failing.mock.calls.map(([{ subject }]) =>
    subject.replace(/^.*(?=Refused|Behind)/, ''),
  )
  expect(order).toEqual(['Refused', 'Behind it'])
  failing.mockRestore()
  expect(await mailed('Behind it')).toHaveLength(1)
  expect(await kept()).toMatchObject([
    { subject: 'Refused', mailed_at: null },
    { subject: 'Behind it', mailed_at: expect.any(Date) },
  ])
})

it('waits for a mail server that hangs once, however many write meanwhile', async () => {
  const server = slowMailServer(app)
  for (const subject of ['One of four', 'Two of four', 'Three of four', 'Four of four']) {
    expect((await send({ subject })).status).toBe(204)
  }
  await server.answers()
  await soon(async () => expect(await mailed('of four')).toHaveLength(4))
  expect(server.waitedFor()).toBe(1)
})

it('deletes a message 365 days after it came, mailed or not', async () => {
  const { sql } = app
  await sql`
    insert into contact_messages (name, email, subject, message, created_at, mailed_at)
    select 'Jo', 'jo@example.com', subject, 'Ten chars.', now() - age::interval, mailed_at
    from (
      values ('Old', '365 days 1 minute', null), ('Recent', '364 days 23 hours 59 minutes', now())
      union all select 'Old', '365 days 1 minute', now() from generate_series(1, 2500)
    ) messages (subject, age, mailed_at)`
  await purgeContactMessages(app.parts.sql)
  expect(await kept()).toMatchObject([{ subject: 'Recent' }])
})

it('takes ten messages an hour of one network', async () => {
  const answers: Response[] = []
  for (let i = 0; i < 11; i++) answers.push(await send({}, '203.0.113.90'))
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(204), 429])
  expect(await answers.at(-1)?.json()).toMatchObject({
    error: { code: 'rate_limited', message: 'Too many requests. Try again in 60 minutes.' },
  })
  await soon(async () =>
    expect(await app.sql`select from contact_messages where mailed_at is null`).toHaveLength(0),
  )
})
