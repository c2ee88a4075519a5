import { BRAND } from '#sync/contract/brand.ts'
import { letterMail } from './layout.ts'
import type { Mail } from './mailer.ts'

/** Mails from the product to its operators. */

const COUNT = new Intl.NumberFormat('en-US')

/** The mail about an account that has exported most of its daily allowance of contacts. */
export function exportAlertMail(
  to: string,
  alert: { email: string; day: string; people: number; perDay: number },
): Mail {
  const { email, day, people, perDay } = alert
  return letterMail(to, {
    subject: `Exports: ${email} used most of a day’s contacts`,
    preview: `${COUNT.format(people)} of ${COUNT.format(perDay)} on ${day}.`,
    heading: 'Most of a day’s contacts exported',
    paragraphs: [
      `${email} exported the contacts of ${COUNT.format(people)} people on ${day} (UTC). An account may export those of ${COUNT.format(perDay)} in a day; exports without contacts go on.`,
      'If that is not what you expect of this account, look into it, and shut it out if need be.',
    ],
    footnote: `You receive this because you operate ${BRAND}: once a day for an account, from 80 % on.`,
  })
}
