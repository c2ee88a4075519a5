import { z } from 'zod'
import { CONTACT_KINDS } from './vocabulary.ts'

/**
 * The most reports of an account in 24 hours. It is a tenth of its reveals: as many may be given
 * back to the budget, and so few cannot spoil the directory.
 */
export const REPORTS_PER_DAY_MAX = 50

/** The most reports of one account: a device stores them all. */
export const REPORTS_MAX = 10_000

export const REPORT_REASONS = ['not_in_service', 'someone_else', 'left', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/**
 * The state of a report:
 *
 *   received ◄──► disputed     an independent report agrees, or was withdrawn
 *      └──────┬──────┘
 *             ├──► replaced    the value has changed, or is no longer listed
 *             ├──► checked     the value has since been checked; it can be reported again
 *             └──► withdrawn   by the reporter, who can report the value again
 */
const REPORT_STATES = ['received', 'disputed', 'replaced', 'checked', 'withdrawn'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** Identifies a contact of a person and, by `value_id`, its value, without revealing it. */
export const contactName = z.object({
  candidate_id: z.uuid(),
  kind: z.enum(CONTACT_KINDS),
  value_id: z.number().int(),
})
export type ContactName = z.infer<typeof contactName>

/** A row of `contact_reports`: a contact that an account reported wrong, never its value. */
export const contactReportRow = contactName.extend({
  owner_id: z.string(),
  reason: z.enum(REPORT_REASONS),
  state: z.enum(REPORT_STATES),
  /** When an independent report agreed: the reveal is then given back to the budget of that day. */
  confirmed_at: z.date().nullable(),
  created_at: z.date(),
})
export type ContactReportRow = z.infer<typeof contactReportRow>

/** Whether the report still applies: the contact is hidden from its reporter. */
export const isOpenReport = (state: ReportState): boolean =>
  state === 'received' || state === 'disputed'
