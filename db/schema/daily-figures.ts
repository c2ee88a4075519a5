import { z } from 'zod'

/** A row of `daily_figures`: a number per day (UTC), and per key if a figure has several. */
export const dailyFigureRow = z.object({
  figure: z.string(),
  day: z.date(),
  key: z.string(),
  value: z.bigint(),
})
