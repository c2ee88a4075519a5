import { z } from 'zod'
import {
  candidateSubmissionRow,
  SUBMISSION_STATUSES,
  SUBMITTED_CONTACTS,
  SUBMITTED_FIELDS,
} from '#db/schema/candidate-submissions.ts'
import { candidateRow } from '#db/schema/candidates.ts'

/** The changes that approving a submission would make to a listed person. */
const submissionMatch = z.object({
  candidate_id: z.uuid(),
  /** The changes as texts; `from` is null for an empty field. */
  changes: z.array(
    z.object({
      field: z.enum(SUBMITTED_FIELDS),
      from: z.string().nullable(),
      to: z.string(),
      /** For a field with several values: those removed, those added, and the number that stay. */
      items: z
        .object({
          removed: z.array(z.string()),
          added: z.array(z.string()),
          kept: z.number().int(),
        })
        .optional(),
    }),
  ),
  /** Fields in which the resume equals the listing. */
  unchanged: z.array(z.enum(SUBMITTED_FIELDS)),
  /**
   * The submitted contacts that are not listed with this value, and whether another value is listed
   * instead. Privacy: the listed values are not shown, as only a reveal may show them.
   */
  contacts: z.array(z.object({ kind: z.enum(SUBMITTED_CONTACTS), isListed: z.boolean() })),
})
export type SubmissionMatch = z.infer<typeof submissionMatch>

/** Submissions on one page of an administrator's table. */
export const SUBMISSIONS_PAGE_SIZE = 25

/** A submission for administrators; its lists are parsed as approval would parse them. */
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
    /**
     * The person listed with the same address and last name; null for a new person, and after the
     * decision.
     */
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
  /**
   * The match that the reviewer was shown, null for none: the decision is refused if it has
   * changed.
   */
  match: z.uuid().nullish(),
  /** The contacts of a listed person to change; of a new person, all are added. */
  contacts: z.array(z.enum(SUBMITTED_CONTACTS)).max(SUBMITTED_CONTACTS.length).default([]),
})
export type SubmissionDecision = z.input<typeof submissionDecision>
