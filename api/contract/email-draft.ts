import { z } from 'zod'
import {
  BODY_MAX,
  EMAIL_LENGTHS,
  EMAIL_TONES,
  POSITION_TYPES,
  SUBJECT_MAX,
} from '#db/schema/email-templates.ts'
import { NAME_MAX, ownedText } from '#db/schema/owned-text.ts'

/** The title's limit is that of a template's name, which it becomes. */
export const JOB_TITLE_MAX = NAME_MAX

/** Enough for several pages, the longest postings of hospitals with benefits. */
export const JOB_DESCRIPTION_MAX = 10_000

/** The limit of the signature in the user's settings. */
export const SIGNATURE_MAX = 2_000

const REQUIRED = 'Job title and description are required'

/** The body of `POST /api/emails/generate`. */
export const emailDraftRequest = z.object({
  jobTitle: ownedText(JOB_TITLE_MAX).trim().min(1, REQUIRED),
  jobDescription: ownedText(JOB_DESCRIPTION_MAX).trim().min(1, REQUIRED),
  tone: z.enum(EMAIL_TONES),
  length: z.enum(EMAIL_LENGTHS),
  positionType: z.enum(POSITION_TYPES),
  /** The signature that is appended to the draft; the AI service does not receive it. */
  signature: ownedText(SIGNATURE_MAX).trim().default(''),
  mode: z.literal('recruiter').default('recruiter'),
})
export type EmailDraftRequest = z.infer<typeof emailDraftRequest>

/** The response of `POST /api/emails/generate`. */
export const emailDraft = z.object({
  subject: z.string(),
  body: z.string(),
  /** Whether the stand-in wrote it, because no AI service is configured. */
  isSample: z.boolean(),
})
export type EmailDraft = z.infer<typeof emailDraft>

/** The limits of a draft that is stored as a template. */
export const draftTexts = z.object({
  subject: ownedText(SUBJECT_MAX).trim().min(1),
  body: ownedText(BODY_MAX).trim().min(1),
})
