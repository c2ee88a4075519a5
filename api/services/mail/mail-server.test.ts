import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { welcomeMail } from './account-messages.ts'
import { createMailer } from './mailer.ts'

// Runs against the SMTP server in the environment, which receives one mail from MAIL_FROM to the
// same address, else against the test's own server.
const { SMTP_URL, MAIL_FROM = 'Clinidex <hello@clinidex.example>' } = process.env
const own = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
let url = SMTP_URL ?? ''

beforeAll(async () => {
  if (SMTP_URL) return
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  const { port } = own.server.address() as { port: number }
  url = `smtp://127.0.0.1:${port}`
})
afterAll(async () => {
  if (!SMTP_URL) await new Promise<void>((resolve) => own.close(resolve))
})

it('a mail server says that it is there and takes a message over', async () => {
  const mailer = createMailer({ SMTP_URL: url, MAIL_FROM, DATA_DIR: '' })
  const mail = welcomeMail(MAIL_FROM, 'https://clinidex.example/login')
  await expect(mailer.check()).resolves.toBeUndefined()
  await expect(mailer.send(mail)).resolves.toBeUndefined()
})
