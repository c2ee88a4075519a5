import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Env } from '#api/env.ts'
import { AppError } from '#sync/contract/errors.ts'
import { storeMail } from './stored-mail.ts'

export interface Mail {
  to: string
  /** Reply-To, when it differs from the sender. */
  replyTo?: string
  subject: string
  html: string
  text: string
  /** Where the reader's mail program turns such mails off, by a POST (RFC 8058). */
  offUrl?: string
}

/** Sends mail, or in development keeps it in files. */
export interface Mailer {
  /** @throws when the mail server did not accept the mail. */
  send(mail: Mail): Promise<void>
  /** Health check of the mail server. @throws when it would not accept mail. */
  check(): Promise<void>
}

export interface MailParts {
  mailer: Mailer
  log: Logger
}

export interface MailerOptions {
  /** How long a mail server may stay silent: it must not hold a request for longer. Default 10 s. */
  timeoutMs?: number
}

/** Mails by SMTP when SMTP_URL is set, else kept under the data folder and shown at /dev/mail. */
export function createMailer(
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  { timeoutMs = 10_000 }: MailerOptions = {},
): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from, DATA_DIR: dataDir } = env
  if (url === undefined) {
    return { send: (mail) => storeMail(dataDir, mail), check: () => Promise.resolve() }
  }
  const transport = createTransport(
    { url, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    { from },
  )
  return {
    async send({ offUrl, ...mail }) {
      await transport.sendMail({
        ...mail,
        headers: {
          // Keeps out-of-office replies from answering.
          'Auto-Submitted': 'auto-generated',
          ...(offUrl && {
            'List-Unsubscribe': `<${offUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    },
    async check() {
      await transport.verify()
    },
  }
}

/**
 * To be called before work whose result goes out by mail.
 * @throws AppError `mail_unavailable` when the mail server would not accept mail.
 */
export async function requireMail(mailer: Mailer): Promise<void> {
  await mailer.check().catch((cause: unknown) => {
    throw new AppError('mail_unavailable', 'No mail can be sent now.', { cause })
  })
}

/**
 * Sends a mail without being awaited. Security: the time a mail takes would tell that an account or an
 * address exists.
 * @param takeBack undoes what was kept for the mail; called where the mail server did not accept it.
 */
export function sendLater(
  parts: MailParts,
  mail: Mail,
  takeBack: () => Promise<void> = async () => undefined,
): void {
  void trySend(parts, mail)
    .then((isSent) => (isSent ? undefined : takeBack()))
    .catch((err: unknown) => parts.log.error({ err }, 'What was kept for a mail is left'))
}

/** @returns whether the mail server accepted the mail; when it did not, that is logged. */
export async function trySend({ mailer, log }: MailParts, mail: Mail): Promise<boolean> {
  try {
    await mailer.send(mail)
    return true
  } catch (error) {
    // Privacy: not the error itself, because mail servers quote addresses.
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    log.error({ code, responseCode }, 'mail not sent')
    return false
  }
}

/**
 * For the `catch` of a mail in the transaction that claims it. Where the mail server refused the mailbox for
 * good (it does not exist, or takes nothing), the transaction notes the day, so that no further run of any
 * process tries the mailbox on it, and the refusal is thrown once that is committed.
 * @returns the refusal for good. @throws any other error: the next run tries the mail again.
 */
export function refusalForGood(error: unknown): unknown {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  if (code === 'EENVELOPE' && responseCode >= 500) return error
  throw error
}
