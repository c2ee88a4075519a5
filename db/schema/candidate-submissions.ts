import { z } from 'zod'
import { candidateRow } from './candidates.ts'
import { linkedInAddress } from './linkedin-address.ts'
import { mailedToken } from './mailed-token.ts'
import { isStorable } from './storable.ts'

const SUBMISSION_STATUSES = ['pending', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number]

/** A row of `candidate_submissions`: a resume that a professional sent in. */
export const candidateSubmissionRow = z.object({
  id: z.uuid(),
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  title: z.string(),
  organization: z.string(),
  specialty: z.string(),
  personal_email: z.string(),
  /** The same address: people give one. */
  contact_email: z.string(),
  phone: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  /** City, state and country joined. */
  location: z.string(),
  /** Empty where none was given. */
  linkedin_url: z.string(),
  /** Text of the entries with `schoolName` and `degrees`; null without any. */
  education: z.string().nullable(),
  /** Each in single quotes, separated by blanks; null without any. */
  skills: z.string().nullable(),
  status: z.enum(SUBMISSION_STATUSES),
  created_at: z.date(),
  /** When the address was proven by the mailed link; nobody decides upon it before. */
  confirmed_at: z.date().nullable(),
  /** SHA-256 of the newest token for that link; null before, and once it was followed. */
  token_hash: z.instanceof(Uint8Array).nullable(),
  /** When the mail server took the link. */
  mailed_at: z.date().nullable(),
  /** Until when it can be confirmed; forgotten then. Says nothing of a confirmed one. */
  expires_at: z.date(),
  /** When it was approved or rejected. */
  approved_at: z.date().nullable(),
  decided_by: z.string().nullable(),
  /** Who became of it. */
  candidate_id: z.uuid().nullable(),
})
export type CandidateSubmissionRow = z.infer<typeof candidateSubmissionRow>

const text = (max: number, min = 1) =>
  z.string().trim().min(min).max(max).refine(isStorable, 'not valid text')

/** The body of `POST /api/submissions`. */
export const submission = z.strictObject({
  first_name: text(100),
  middle_name: text(100, 0).nullish(),
  last_name: text(100),
  title: text(200),
  organization: text(200),
  specialty: text(100),
  personal_email: z.email().max(254),
  phone: text(40, 10),
  city: text(100),
  state: text(100),
  country: text(100),
  /** Empty for none; `https://` may be missing. */
  linkedin_url: text(300, 0)
    .refine((typed) => linkedInAddress(typed) !== null, 'not an address of a person at LinkedIn')
    .default(''),
  education: z
    .array(z.strictObject({ school: text(200), degree: text(200) }))
    .max(20)
    .default([]),
  skills: z.array(text(100)).max(50).default([]),
})
export type Submission = z.infer<typeof submission>
export type SubmissionBody = z.input<typeof submission>

/** The body of `POST /api/submissions/confirm`. */
export const submissionConfirmation = z.strictObject({ token: mailedToken })

/** What `source` says of people and contacts that came by a submission: nobody else vouches for them. */
export const SUBMISSION_SOURCE = 'submission'

/** The columns of a person that a submission speaks of. */
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

/** The contacts that a submission gives. */
export const SUBMITTED_CONTACTS = ['personal_email', 'phone'] as const
export type SubmittedContact = (typeof SUBMITTED_CONTACTS)[number]

/** What approving a submission would change of somebody who is listed already. */
const submissionMatch = z.object({
  candidate_id: z.uuid(),
  /** As texts; `from` is null where nothing is known yet. */
  changes: z.array(
    z.object({
      field: z.enum(SUBMITTED_FIELDS),
      from: z.string().nullable(),
      to: z.string(),
      /** Of a field that holds several: what goes, what comes, and how many stay. */
      items: z
        .object({
          removed: z.array(z.string()),
          added: z.array(z.string()),
          kept: z.number().int(),
        })
        .optional(),
    }),
  ),
  /** What the resume says as it is listed. */
  unchanged: z.array(z.enum(SUBMITTED_FIELDS)),
  /**
   * Contacts that are not listed as they were sent, and whether others are in their place. The
   * listed values are not told: they leave by the reveal alone.
   */
  contacts: z.array(z.object({ kind: z.enum(SUBMITTED_CONTACTS), isListed: z.boolean() })),
})
export type SubmissionMatch = z.infer<typeof submissionMatch>

/** Submissions on one page of an administrator's table. */
export const SUBMISSIONS_PAGE_SIZE = 25

/** A submission as administrators see it; its lists are read as approval would read them. */
const adminSubmission = candidateSubmissionRow
  .pick({
    id: true,
    first_name: true,
    middle_name: true,
    last_name: true,
    title: true,
    organization: true,
    specialty: true,
    personal_email: true,
    phone: true,
    location: true,
    linkedin_url: true,
    status: true,
    candidate_id: true,
  })
  .extend({
    skills: z.array(z.string()),
    education: candidateRow.shape.education,
    created_at: z.iso.datetime(),
    approved_at: z.iso.datetime().nullable(),
    /** Who is listed under the same address and last name; null for somebody new, and once decided. */
    match: submissionMatch.nullable(),
  })
export type AdminSubmission = z.infer<typeof adminSubmission>

export const submissionPage = z.object({
  data: z.array(adminSubmission),
  count: z.number().int(),
  totalPages: z.number().int(),
})
export type SubmissionPage = z.infer<typeof submissionPage>

export const submissionQuery = z.object({
  status: z.enum(SUBMISSION_STATUSES).default('pending'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})

const SUBMISSION_ACTIONS = ['approve', 'reject'] as const
export type SubmissionAction = (typeof SUBMISSION_ACTIONS)[number]

/** The body of `POST /api/admin/submissions/{id}/decision`. */
export const submissionDecision = z.strictObject({
  action: z.enum(SUBMISSION_ACTIONS),
  /** Whom the reviewer was shown as its match, null for nobody: refused when that has changed. */
  match: z.uuid().nullish(),
  /** Contacts to be changed of somebody listed; of somebody new all are taken. */
  contacts: z.array(z.enum(SUBMITTED_CONTACTS)).max(SUBMITTED_CONTACTS.length).default([]),
})
export type SubmissionDecision = z.input<typeof submissionDecision>
