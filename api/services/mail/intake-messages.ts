import type { ContactMessage } from '#api/contract/contact-messages.ts'
import { BRAND } from '#sync/contract/brand.ts'
import { letterMail } from './layout.ts'
import type { Mail } from './mailer.ts'

/** Mails about what visitors submit. */

/** The mail to the operators with a message from the contact page. Replies go to its sender. */
export function contactMessageMail(to: string, message: ContactMessage): Mail {
  const { name, email, subject, message: text } = message
  const letter = letterMail(to, {
    subject: `Contact: ${subject}`,
    preview: `${name} wrote on the contact page.`,
    heading: subject,
    paragraphs: [`From ${name} <${email}>`, ...text.split(/\n+/).filter((line) => line.trim())],
    footnote: `Written on the contact page of ${BRAND}. Answer this message to answer ${name}.`,
  })
  return { ...letter, replyTo: email }
}

/** The mail to a person who requested removal, with the link that confirms it. */
export function removalMail(to: string, url: string): Mail {
  return letterMail(to, {
    subject: `Confirm the removal of your information from ${BRAND}`,
    preview: 'One click, and you are out of the directory.',
    heading: 'Remove your information',
    paragraphs: [
      `Somebody, we hope you, asked us to remove the information that ${BRAND} holds under this address. Confirm it on the page behind this button.`,
      'Everybody listed under this address then leaves the search and every list, and no later import brings them back.',
      'The link works for 7 days, once.',
    ],
    button: { label: 'Confirm the removal', url },
    footnote: `You receive this because this address was entered at ${BRAND}. If that was not you, do nothing: nothing is changed.`,
  })
}

/**
 * The mail to the address in a resume, with the link that confirms it for review. Security: it
 * quotes nothing of the resume, or a stranger could use it to write to anyone.
 */
export function submissionMail(to: string, url: string): Mail {
  return letterMail(to, {
    subject: `Confirm your resume for ${BRAND}`,
    preview: 'One click, and it is looked at.',
    heading: 'Confirm your resume',
    paragraphs: [
      `Somebody, we hope you, sent a resume to ${BRAND} with this address. Confirm on the page behind this button that it is yours.`,
      'We look at it then. Until you confirm nobody sees it, and after 7 days it is deleted.',
      'The link works for 7 days, once.',
    ],
    button: { label: 'Confirm your resume', url },
    footnote: `You receive this because this address was entered at ${BRAND}. If that was not you, do nothing: nobody is listed.`,
  })
}
