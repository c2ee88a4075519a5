import { z } from 'zod'

/** A row of `site_settings`. An empty value means the default, or no image. */
export const siteSettingRow = z.object({
  key: z.string(),
  value: z.string(),
  /** The number of changes of this key, counted from 1. */
  version: z.number().int(),
  updated_at: z.date(),
  updated_by: z.string().nullable(),
})

/** A row of `site_setting_versions`: a current or earlier value of a setting. */
export const siteSettingVersionRow = z.object({
  key: z.string(),
  version: z.number().int(),
  value: z.string(),
  saved_at: z.date(),
  saved_by: z.string().nullable(),
})
