import { z } from 'zod'
import { EMAIL_MAX } from '#db/schema/email-max.ts'
import { visibleText } from '#db/schema/invisible.ts'
import { isStorable } from '#db/schema/storable.ts'

const text = (min: number, max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isStorable, 'not valid text')
    .refine((typed) => visibleText(typed).length >= min, `at least ${min} characters to see`)

/** The body of `POST /api/contact-messages`. */
export const contactMessage = z.strictObject({
  name: text(2, 100),
  email: z.email().max(EMAIL_MAX),
  subject: text(5, 200),
  message: text(10, 10_000),
})
export type ContactMessage = z.infer<typeof contactMessage>
