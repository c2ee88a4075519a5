import { z } from 'zod'
import { CONTACT_KINDS } from './vocabulary.ts'

/**
 * Reports an account may make in 24 hours: a tenth of its reveals, for as many may come back to the
 * budget, and nobody can spoil a directory with that few.
 */
export const REPORTS_PER_DAY_MAX = 50

/** Reports of one account: a device keeps them all. */
export const REPORTS_MAX = 10_000

export const REPORT_REASONS = ['not_in_service', 'someone_else', 'left', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/**
 * What came of a report:
 *
 *   received ◄──► disputed     an independent report agrees, or was withdrawn
 *      └──────┬──────┘
 *             ├──► replaced    the value is another one now, or not listed any more
 *             ├──► checked     the value was checked since; it can be reported again
 *             └──► withdrawn   by the reporter, who can report it again
 */
const REPORT_STATES = ['received', 'disputed', 'replaced', 'checked', 'withdrawn'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** Names a contact of a person, and by `value_id` the value it has, without telling it. */
export const contactName = z.object({
  candidate_id: z.uuid(),
  kind: z.enum(CONTACT_KINDS),
  value_id: z.number().int(),
})
export type ContactName = z.infer<typeof contactName>

/** A row of `contact_reports`: a contact that an account found wrong, never its value. */
export const contactReportRow = contactName.extend({
  owner_id: z.string(),
  reason: z.enum(REPORT_REASONS),
  state: z.enum(REPORT_STATES),
  /** When an independent report agreed: the reveal is given back to the budget of its day. */
  confirmed_at: z.date().nullable(),
  created_at: z.date(),
})
export type ContactReportRow = z.infer<typeof contactReportRow>

/** Whether the reporter still holds the value wrong, and nothing answers it: it is hidden from them. */
export const isOpenReport = (state: ReportState): boolean =>
  state === 'received' || state === 'disputed'
