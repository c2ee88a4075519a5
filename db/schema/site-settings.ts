import { z } from 'zod'
import {
  IMAGE_SETTINGS,
  type ImageSettingKey,
  type SiteSettingKey,
  TEXT_SETTINGS,
  type TextSettingKey,
} from './setting-keys.ts'
import { isStorable } from './storable.ts'

const TEXT_KEYS = Object.keys(TEXT_SETTINGS) as TextSettingKey[]
const IMAGE_KEYS = Object.keys(IMAGE_SETTINGS) as ImageSettingKey[]

export const imageSettingKey = z.enum(IMAGE_KEYS)
export const siteSettingKey = z.enum([...TEXT_KEYS, ...IMAGE_KEYS] as SiteSettingKey[])

/** A row of `site_settings`. An empty value is the default again, or no image. */
export const siteSettingRow = z.object({
  key: z.string(),
  value: z.string(),
  /** Counts the changes of this key from 1. */
  version: z.number().int(),
  updated_at: z.date(),
  updated_by: z.string().nullable(),
})

/** A row of `site_setting_versions`: a value that a setting has or had. */
export const siteSettingVersionRow = z.object({
  key: z.string(),
  version: z.number().int(),
  value: z.string(),
  saved_at: z.date(),
  saved_by: z.string().nullable(),
})

/** A setting as administrators see it. */
export const adminSetting = z.object({
  key: siteSettingKey,
  value: z.string(),
  version: z.number().int(),
  updated_at: z.iso.datetime(),
  /** E-mail address of who saved it; null for an account that is gone. */
  updated_by: z.string().nullable(),
})
export type AdminSetting = z.infer<typeof adminSetting>

/** A value that a setting has or had, as administrators see it. */
export const settingVersion = z.object({
  version: z.number().int(),
  value: z.string(),
  saved_at: z.iso.datetime(),
  saved_by: z.string().nullable(),
})
export type SettingVersion = z.infer<typeof settingVersion>

/** The version that whoever saves has seen; 0 where the setting was never saved. */
const seen = z.number().int().min(0)

/** The body of `PUT /api/admin/settings/{key}`: a text, or the empty one in an image's place. */
export const settingSave = z.strictObject({
  value: z
    .string()
    // Pasted text brings line ends along; each of these is shown as one line.
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .refine(isStorable, 'not valid text'),
  version: seen,
})

/** The body of `POST /api/admin/settings/{key}/revert`. */
export const settingRevert = z.strictObject({
  /** The version whose value is to hold again. */
  to: z.number().int().min(1),
  version: seen,
})

/** The query of `POST /api/admin/settings/{key}/image`; the body is the file. */
export const imageQuery = z.object({ version: z.coerce.number().pipe(seen) })
