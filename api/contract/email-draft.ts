import { z } from 'zod'
import {
  BODY_MAX,
  EMAIL_LENGTHS,
  EMAIL_TONES,
  POSITION_TYPES,
  SUBJECT_MAX,
} from '#db/schema/email-templates.ts'
import { NAME_MAX, ownedText } from '#db/schema/owned-text.ts'

/** The title becomes the name of a template. */
export const JOB_TITLE_MAX = NAME_MAX

/** Several pages: the longest postings of hospitals, benefits included. */
export const JOB_DESCRIPTION_MAX = 10_000

/** As long as in the user's settings. */
export const SIGNATURE_MAX = 2_000

const REQUIRED = 'Job title and description are required'

/** Body of `POST /api/emails/generate`. */
export const emailDraftRequest = z.object({
  jobTitle: ownedText(JOB_TITLE_MAX).trim().min(1, REQUIRED),
  jobDescription: ownedText(JOB_DESCRIPTION_MAX).trim().min(1, REQUIRED),
  tone: z.enum(EMAIL_TONES),
  length: z.enum(EMAIL_LENGTHS),
  positionType: z.enum(POSITION_TYPES),
  /** Appended to the draft; the AI service does not get it. */
  signature: ownedText(SIGNATURE_MAX).trim().default(''),
  mode: z.literal('recruiter').default('recruiter'),
})
export type EmailDraftRequest = z.infer<typeof emailDraftRequest>

/** Answer of `POST /api/emails/generate`. */
export const emailDraft = z.object({
  subject: z.string(),
  body: z.string(),
  /** From the stand-in, because no AI service is configured. */
  isSample: z.boolean(),
})
export type EmailDraft = z.infer<typeof emailDraft>

/** The limits of a draft that is stored as a template. */
export const draftTexts = z.object({
  subject: ownedText(SUBJECT_MAX).trim().min(1),
  body: ownedText(BODY_MAX).trim().min(1),
})
