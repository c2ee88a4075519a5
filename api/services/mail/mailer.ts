import { createTransport } from 'nodemailer'
import type { Env } from '#api/env.ts'
import { keepMail } from './kept-mail.ts'

export interface Mail {
  to: string
  /** Who an answer goes to, where that is not us. */
  replyTo?: string
  subject: string
  html: string
  text: string
}

export interface Mailer {
  /** @throws when the message was not taken over for delivery. */
  send(mail: Mail): Promise<void>
  /** Whether messages would be taken now. @throws when not. */
  check(): Promise<void>
}

/** A mail server that does not answer must not hold a request for longer. */
const TIMEOUT_MS = 10_000

/** Mail through the SMTP server named, or kept under the data folder for a look at /dev/mail. */
export function createMailer(env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from, DATA_DIR: dataDir } = env
  if (url === undefined) {
    return { send: (mail) => keepMail(dataDir, mail), check: () => Promise.resolve() }
  }
  const transport = createTransport(
    { url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    { from },
  )
  return {
    async send(mail) {
      await transport.sendMail({
        ...mail,
        // Out-of-office robots do not answer what says that nobody wrote it.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    async check() {
      await transport.verify()
    },
  }
}
