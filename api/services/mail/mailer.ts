import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Env } from '#api/env.ts'
import { AppError } from '#sync/contract/errors.ts'
import { storeMail } from './stored-mail.ts'

export interface Mail {
  to: string
  /** The Reply-To address, when it differs from the sender. */
  replyTo?: string
  subject: string
  html: string
  text: string
  /** The address to which the reader's mail program sends a POST to unsubscribe (RFC 8058). */
  offUrl?: string
}

/** Sends mail, or in development stores it in files. */
export interface Mailer {
  /** @throws when the mail server did not accept the mail. */
  send(mail: Mail): Promise<void>
  /**
   * Checks the mail server.
   * @throws when it would not accept mail
   */
  check(): Promise<void>
}

export interface MailParts {
  mailer: Mailer
  log: Logger
}

export interface MailerOptions {
  /** How long a mail server may stay silent, because a request waits for it. Default 10 s. */
  timeoutMs?: number
}

/**
 * Sends mail by SMTP if SMTP_URL is set; otherwise stores it under the data folder and shows it at
 * /dev/mail.
 */
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
          // The header suppresses out-of-office replies.
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
 * Must be called before work whose result is mailed.
 * @throws AppError `mail_unavailable` when the mail server would not accept mail
 */
export async function requireMail(mailer: Mailer): Promise<void> {
  await mailer.check().catch((cause: unknown) => {
    throw new AppError('mail_unavailable', 'No mail can be sent now.', { cause })
  })
}

/**
 * Sends a mail without being awaited. Security: the duration of sending would reveal that an
 * account or an address exists.
 * @param takeBack undoes what was stored for the mail; called when the mail server did not accept
 *   it
 */
export function sendLater(
  parts: MailParts,
  mail: Mail,
  takeBack: () => Promise<void> = async () => undefined,
): void {
  void trySend(parts, mail)
    .then((isSent) => (isSent ? undefined : takeBack()))
    .catch((err: unknown) =>
      parts.log.error({ err }, 'The row of an unsent mail could not be deleted'),
    )
}

/** @returns whether the mail server accepted the mail; a refusal is logged */
export async function trySend({ mailer, log }: MailParts, mail: Mail): Promise<boolean> {
  try {
    await mailer.send(mail)
    return true
  } catch (error) {
    // Privacy: the error itself is not logged, because mail servers quote addresses.
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    log.error({ code, responseCode }, 'mail not sent')
    return false
  }
}

/**
 * Classifies the error of a mail in the transaction that claims it. If the mail server refused the
 * mailbox for good (it does not exist, or accepts nothing), the transaction records the day, so
 * that no other run of any process tries the mailbox again that day, and the refusal is thrown once
 * that is committed.
 * @returns the permanent refusal
 * @throws any other error: the next run tries the mail again
 */
export function refusalForGood(error: unknown): unknown {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  if (code === 'EENVELOPE' && responseCode >= 500) return error
  throw error
}
