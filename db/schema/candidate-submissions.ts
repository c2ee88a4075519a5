import { z } from 'zod'

export const SUBMISSION_STATUSES = ['pending', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number]

/** A row of `candidate_submissions`: a professional's resume. */
export const candidateSubmissionRow = z.object({
  id: z.uuid(),
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  title: z.string(),
  organization: z.string(),
  specialty: z.string(),
  personal_email: z.string(),
  /** The same as `personal_email`: the form asks for one address. */
  contact_email: z.string(),
  phone: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  /** City, state and country, joined. */
  location: z.string(),
  /** Empty if none was given. */
  linkedin_url: z.string(),
  /** The entries as text with `schoolName` and `degrees`; null without entries. */
  education: z.string().nullable(),
  /** The skills, each in single quotes and separated by blanks; null without skills. */
  skills: z.string().nullable(),
  status: z.enum(SUBMISSION_STATUSES),
  created_at: z.date(),
  /** When the mailed link proved the address; required before a decision. */
  confirmed_at: z.date().nullable(),
  /** SHA-256 of the newest token for that link; null before it is mailed and after it was used. */
  token_hash: z.instanceof(Uint8Array).nullable(),
  /** When the mail server accepted the link. */
  mailed_at: z.date().nullable(),
  /** When the mail server last refused the address for good; it is tried again a day later. */
  refused_at: z.date().nullable(),
  /** When an unconfirmed submission expires and is deleted; meaningless for a confirmed one. */
  expires_at: z.date(),
  /** When it was approved or rejected. */
  approved_at: z.date().nullable(),
  decided_by: z.string().nullable(),
  /** The person added or updated by its approval. */
  candidate_id: z.uuid().nullable(),
})
export type CandidateSubmissionRow = z.infer<typeof candidateSubmissionRow>

/** A row of `former_decisions`: the decision on a submission that was deleted. */
export const formerDecisionRow = z.object({ confirmed_at: z.date(), decided_at: z.date() })

/** The `source` of people and contacts that are known only from a submission. */
export const SUBMISSION_SOURCE = 'submission'

/** The columns of a person that a submission fills. */
export const SUBMITTED_FIELDS = [
  'first_name',
  'middle_name',
  'last_name',
  'title',
  'job_function',
  'specialty',
  'organization',
  'city',
  'state',
  'country',
  'linkedin_url',
  'education',
  'skills',
] as const
export type SubmittedField = (typeof SUBMITTED_FIELDS)[number]

/** The contacts in a submission. */
export const SUBMITTED_CONTACTS = ['personal_email', 'phone'] as const
export type SubmittedContact = (typeof SUBMITTED_CONTACTS)[number]
