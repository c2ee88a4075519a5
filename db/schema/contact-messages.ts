import { z } from 'zod'

/** A row of `contact_messages`: a message from the contact page. */
export const contactMessageRow = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  created_at: z.date(),
  /** When it was mailed to the operators; null before. */
  mailed_at: z.date().nullable(),
})
export type ContactMessageRow = z.infer<typeof contactMessageRow>
