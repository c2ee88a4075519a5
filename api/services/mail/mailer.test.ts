import { mkdtemp, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  accountDeletedMail,
  existingAccountMail,
  ownPasswordMail,
  passwordChangedMail,
  resetPasswordMail,
  verifyAddressMail,
  welcomeMail,
} from './account-messages.ts'
import { removalMail } from './intake-messages.ts'
import { createMailer, trySend } from './mailer.ts'
import { storedMail, storedMails } from './stored-mail.ts'

const TO = 'ann@hospital.test'
const LINK = 'https://clinidex.example/do?token=a&next=%2Fsearch'
const FROM = 'Clinidex <hello@clinidex.example>'

const MESSAGES = {
  verifyAddressMail: verifyAddressMail(TO, LINK),
  welcomeMail: welcomeMail(TO, LINK),
  resetPasswordMail: resetPasswordMail(TO, LINK),
  ownPasswordMail: ownPasswordMail(TO, LINK),
  passwordChangedMail: passwordChangedMail(TO, LINK),
  existingAccountMail: existingAccountMail(TO, { login: LINK, recover: LINK }),
  accountDeletedMail: accountDeletedMail(TO),
  removalMail: removalMail(TO, LINK),
}

it.each([
  [MESSAGES.resetPasswordMail, 'Setting a new password signs out every device.'],
  [MESSAGES.verifyAddressMail, 'The link works for 24 hours.'],
  [
    MESSAGES.accountDeletedMail,
    'Your account and what it held (profile, history of reveals and exports) were deleted, and every device was signed out.',
  ],
])('$subject says what was done, and what a link does', (mail, words) => {
  expect(mail.text).toContain(words)
  expect(mail.html).toContain(words)
})

describe('over SMTP', () => {
  let server: SMTPServer
  let url: string
  let received: Email[] = []

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, callback) {
        callback(address.startsWith('refused') ? new Error('550 no such mailbox') : undefined)
      },
      onData(stream, _session, callback) {
        buffer(stream)
          .then((raw) => PostalMime.parse(raw))
          .then((email) => {
            received.push(email)
            callback()
          }, callback)
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as { port: number }
    url = `smtp://127.0.0.1:${port}`
  })
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)))
  beforeEach(() => {
    received = []
  })

  it.each(Object.entries(MESSAGES))('%s arrives whole, as text and as HTML', async (name, mail) => {
    await createMailer({ SMTP_URL: url, MAIL_FROM: FROM, DATA_DIR: '' }).send(mail)
    const [email] = received
    expect(email).toMatchObject({
      from: { name: 'Clinidex', address: 'hello@clinidex.example' },
      to: [{ address: TO }],
      subject: mail.subject,
    })
    expect(email?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    if (name !== 'accountDeletedMail') {
      expect(email?.text).toContain(LINK)
      expect(email?.html).toContain(`href="${LINK.replace('&', '&amp;')}"`)
    }
    // Mail clients block remote content and scripts.
    expect(email?.html).not.toMatch(/<script|<img|<link|url\(/)
  })

  it('fails on a mailbox that is refused', async () => {
    const mailer = createMailer({ SMTP_URL: url, MAIL_FROM: FROM, DATA_DIR: '' })
    await expect(
      mailer.send({ ...MESSAGES.welcomeMail, to: 'refused@x.test' }),
    ).rejects.toMatchObject({ code: 'EENVELOPE', responseCode: 550 })
    await expect(mailer.check()).resolves.toBeUndefined()
  })

  it('that nobody awaits is logged by the codes of its failure, without the address', async () => {
    const mailer = createMailer({ SMTP_URL: url, MAIL_FROM: FROM, DATA_DIR: '' })
    const lines: string[] = []
    const log = pino({ base: null }, { write: (line) => lines.push(line) })
    const mail = { ...MESSAGES.welcomeMail, to: 'refused@x.test' }
    expect(await trySend({ mailer, log }, mail)).toBe(false)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        ...{ level: 50, time: expect.any(Number), msg: 'mail not sent' },
        ...{ code: 'EENVELOPE', responseCode: 550 },
      },
    ])
  })

  it('a line break in an address or subject adds no header', async () => {
    const mailer = createMailer({ SMTP_URL: url, MAIL_FROM: FROM, DATA_DIR: '' })
    const subject = 'Hello\r\nBcc: victim@x.test'
    await mailer.send({ ...MESSAGES.welcomeMail, subject })
    expect(received[0]?.bcc).toBeUndefined()
    expect(received[0]?.headers.some(({ key }) => key === 'bcc')).toBe(false)
  })

  it('fails on a mail server that falls silent in a conversation', async () => {
    const silent = createServer((socket) => void socket.resume().write('220 mail.test\r\n'))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: FROM, DATA_DIR: '' }
    const mailer = createMailer(env, { timeoutMs: 50 })
    await expect(mailer.send(MESSAGES.welcomeMail)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await expect(mailer.check()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await new Promise((resolve) => silent.close(resolve))
  })

  it('fails when nobody listens', async () => {
    const mailer = createMailer({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: FROM, DATA_DIR: '' })
    await expect(mailer.check()).rejects.toThrow('ECONNREFUSED')
    await expect(mailer.send(MESSAGES.welcomeMail)).rejects.toThrow('ECONNREFUSED')
  })
})

describe('kept on disk', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'clinidex-mail-'))
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  it('is there to read, newest first, for its owner alone', async () => {
    expect(await storedMails(dataDir)).toEqual([])
    const mailer = createMailer({ MAIL_FROM: FROM, DATA_DIR: dataDir })
    vi.useFakeTimers({ toFake: ['Date'] })
    await mailer.send(MESSAGES.verifyAddressMail)
    vi.setSystemTime(Date.now() + 1)
    await mailer.send(MESSAGES.welcomeMail)
    vi.useRealTimers()
    const [newest, oldest] = await storedMails(dataDir)
    expect(newest).toMatchObject(MESSAGES.welcomeMail)
    expect(await storedMail(dataDir, oldest?.id ?? '')).toMatchObject(MESSAGES.verifyAddressMail)
    const { mode } = await stat(join(dataDir, 'mail', `${newest?.id}.json`))
    expect(mode & 0o777).toBe(0o600)
  })

  it.each(['../auth.secret', '..%2fauth', '', 'x'])('finds nothing under "%s"', async (id) => {
    expect(await storedMail(dataDir, id)).toBeUndefined()
  })
})
