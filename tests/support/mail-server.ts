import { vi } from 'vitest'
import type { TestApp } from './app.ts'
import { soon } from './soon.ts'

/** How the mail server refuses a mailbox: for good, or by a code of four hundred for now. */
export function refusal(address: string, responseCode = 550): Error {
  const words = `Can't send mail - all recipients were rejected: ${responseCode} no: ${address}`
  return Object.assign(new Error(words), {
    ...{ code: 'EENVELOPE', responseCode, rejected: [address] },
  })
}

/** A mail server that accepts nothing until the test lets it respond. */
export function slowMailServer(app: TestApp) {
  const { mailer } = app.parts
  const send = mailer.send.bind(mailer)
  let answer: (() => void) | undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  let waiting = 0
  let most = 0
  const sending = vi.spyOn(mailer, 'send').mockImplementation(async (mail) => {
    waiting += 1
    most = Math.max(most, waiting)
    await answered
    waiting -= 1
    await send(mail)
  })
  return {
    /** Lets it answer, once a mail waits for it. */
    async answers() {
      await soon(() => {
        if (waiting === 0) throw new Error('No mail waits for the server.')
      })
      // By then any other mailing has come as far.
      for (let query = 0; query < 50; query++) await app.sql`select 1`
      sending.mockRestore()
      answer?.()
    },
    /** How many mails waited for it at once. */
    waitedFor: () => most,
  }
}
