import { z } from 'zod'
import { DEFAULT_FIGURE_DAYS, FIGURE_DAYS_MAX, FIRST_DAY, SERIES_NAMES } from './figure-names.ts'

/**
 * A day on which something may have been recorded. PostgreSQL has no year 0, which is valid in ISO
 * 8601.
 */
export const recordedDay = z.iso
  .date()
  .refine((day) => day >= FIRST_DAY, 'that day is too long ago')

/** The range: this many days up to `to`; without `to`, up to today. */
export const figuresQuery = z.object({
  days: z.coerce.number().int().min(1).max(FIGURE_DAYS_MAX).default(DEFAULT_FIGURE_DAYS),
  to: recordedDay.optional(),
})
export type FiguresQuery = z.input<typeof figuresQuery>

/** A figure of a period; null when nothing was recorded. */
const figure = z.number().nullable()

const series = z.object({
  points: z.array(figure),
  /** The values of the previous period, point by point. */
  before: z.array(figure),
  total: figure,
  total_before: figure,
})
export type FigureSeries = z.infer<typeof series>

const share = z.object({ key: z.string(), value: z.number(), before: figure })
export type FigureShare = z.infer<typeof share>

/** The response of `GET /api/admin/figures`. Days are UTC, both ends included. */
export const adminFigures = z.object({
  /** The first day; earlier than requested where weeks are completed. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** The first day of the previous period, which has the same length. */
  before_from: z.iso.date(),
  /** Today by the server's clock, the latest day that may be requested. */
  today: z.iso.date(),
  /** Days per point. */
  step: z.number().int(),
  /** The first day of each point. */
  starts: z.array(z.iso.date()),
  series: z.record(z.enum(SERIES_NAMES), series),
  /** The most frequent searches without a result, reduced to words of the trade. */
  zero_results: z.array(share),
  /** The directory at the end of this period and of the previous one. */
  contact_ages: z.array(share),
  states: z.array(share),
  specialties: z.array(share),
})
export type AdminFigures = z.infer<typeof adminFigures>
