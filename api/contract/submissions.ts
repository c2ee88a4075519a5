import { z } from 'zod'
import { EMAIL_MAX } from '#db/schema/email-max.ts'
import { visibleText } from '#db/schema/invisible.ts'
import { linkedInAddress } from '#db/schema/linkedin-address.ts'
import { EDUCATION_MAX, SKILLS_MAX } from '#db/schema/resume-limits.ts'
import { isStorable } from '#db/schema/storable.ts'
import { mailedToken } from './mailed-token.ts'

const text = (max: number, min = 1) =>
  z
    .string()
    // Text copied from a document may contain invisible characters, which would keep searches from
    // finding the person.
    .transform(visibleText)
    .pipe(z.string().min(min).max(max).refine(isStorable, 'not valid text'))

/** The body of `POST /api/submissions`. */
export const submission = z.strictObject({
  first_name: text(100),
  middle_name: text(100, 0).nullish(),
  last_name: text(100),
  title: text(200),
  organization: text(200),
  specialty: text(100),
  personal_email: z.email().max(EMAIL_MAX),
  phone: text(40, 10),
  city: text(100),
  state: text(100),
  country: text(100),
  /** An empty text means none; `https://` may be missing. */
  linkedin_url: text(300, 0)
    .refine((typed) => linkedInAddress(typed) !== null, 'not an address of a person at LinkedIn')
    .default(''),
  education: z
    .array(z.strictObject({ school: text(200), degree: text(200) }))
    .max(EDUCATION_MAX)
    .default([]),
  skills: z.array(text(100)).max(SKILLS_MAX).default([]),
})
export type Submission = z.infer<typeof submission>
export type SubmissionBody = z.input<typeof submission>

/** The body of `POST /api/submissions/confirm`. */
export const submissionConfirmation = z.strictObject({ token: mailedToken })
