import { z } from 'zod'
import { isStorable } from './storable.ts'

/** A row of `contact_messages`: what somebody wrote on the contact page. */
export const contactMessageRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  created_at: z.date(),
  /** Null until the operators' mailbox has it. */
  mailed_at: z.date().nullable(),
})
export type ContactMessageRow = z.infer<typeof contactMessageRow>

const text = (min: number, max: number) =>
  z.string().trim().min(min).max(max).refine(isStorable, 'not valid text')

/** The body of `POST /api/contact-messages`. */
export const contactMessage = z.strictObject({
  name: text(2, 100),
  email: z.email().max(254),
  subject: text(5, 200),
  message: text(10, 10_000),
})
export type ContactMessage = z.infer<typeof contactMessage>
