import { z } from 'zod'
import { DEFAULT_FIGURE_DAYS, FIGURE_DAYS_MAX, SERIES_NAMES } from './figure-names.ts'

/** A row of `daily_figures`: a number of one day (UTC), of one key where a figure has several. */
export const dailyFigureRow = z.object({
  figure: z.string(),
  day: z.date(),
  key: z.string(),
  value: z.bigint(),
})

/** Which days: so many, up to `to`; up to today without it. */
export const figuresQuery = z.object({
  days: z.coerce.number().int().min(1).max(FIGURE_DAYS_MAX).default(DEFAULT_FIGURE_DAYS),
  to: z.iso.date().optional(),
})
export type FiguresQuery = z.input<typeof figuresQuery>

/** Null where nothing was recorded. */
const figure = z.number().nullable()

const series = z.object({
  points: z.array(figure),
  /** Of the period before, point by point. */
  before: z.array(figure),
  total: figure,
  total_before: figure,
})
export type FigureSeries = z.infer<typeof series>

const share = z.object({ key: z.string(), value: z.number(), before: figure })
export type FigureShare = z.infer<typeof share>

/** The answer of `GET /api/admin/figures`. Days are UTC, both ends included. */
export const adminFigures = z.object({
  /** What was asked for; from earlier on where weeks are to be whole. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Where the period before, of the same length, begins. */
  before_from: z.iso.date(),
  /** The server's day: nothing later can be asked for. */
  today: z.iso.date(),
  /** Days that one point stands for. */
  step: z.number().int(),
  /** The first day of each point. */
  starts: z.array(z.iso.date()),
  series: z.record(z.enum(SERIES_NAMES), series),
  /** The most frequent searches that found nobody, as far as their words are of the trade. */
  zero_results: z.array(share),
  /** The directory at the end of the period, and of the one before. */
  contact_ages: z.array(share),
  states: z.array(share),
  specialties: z.array(share),
})
export type AdminFigures = z.infer<typeof adminFigures>
