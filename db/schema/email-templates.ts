import { z } from 'zod'
import { authors } from './owners.ts'

export const EMAIL_TONES = ['professional', 'friendly', 'casual', 'formal'] as const
export const EMAIL_LENGTHS = ['short', 'medium', 'long'] as const
export const POSITION_TYPES = ['full-time', 'part-time', 'contract', 'per-diem'] as const

/** The longest subject line: mail programs truncate far earlier. */
export const SUBJECT_MAX = 500

/** The longest body: ten times a long draft. */
export const BODY_MAX = 20_000

/**
 * The most templates of one account: with the longest bodies, they take some 10 MB on each device.
 */
export const EMAIL_TEMPLATES_MAX = 500

/** A row of `email_templates`. */
export const emailTemplateRow = z.object({
  id: z.uuid(),
  owner_id: z.string(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  tone: z.enum(EMAIL_TONES),
  length: z.enum(EMAIL_LENGTHS),
  position_type: z.enum(POSITION_TYPES),
  created_at: z.date(),
  updated_at: z.date(),
  ...authors,
})
export type EmailTemplateRow = z.infer<typeof emailTemplateRow>
