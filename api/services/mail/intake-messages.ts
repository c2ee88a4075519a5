import type { ContactMessage } from '../../../db/schema/contact-messages.ts'
import { BRAND } from '../../../sync/contract/brand.ts'
import { letterMail } from './layout.ts'
import type { Mail } from './mailer.ts'

/** Every message about what strangers send in. */

/** To the operators: what somebody wrote on the contact page. An answer goes to that person. */
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
