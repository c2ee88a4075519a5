import { z } from 'zod'
import { isBlank } from '#db/schema/invisible.ts'
import {
  IMAGE_SETTINGS,
  type ImageSettingKey,
  type SiteSettingKey,
  TEXT_SETTINGS,
  type TextSettingKey,
} from '#db/schema/setting-keys.ts'
import { isStorable } from '#db/schema/storable.ts'

const TEXT_KEYS = Object.keys(TEXT_SETTINGS) as TextSettingKey[]
const IMAGE_KEYS = Object.keys(IMAGE_SETTINGS) as ImageSettingKey[]

export const imageSettingKey = z.enum(IMAGE_KEYS)
export const siteSettingKey = z.enum([...TEXT_KEYS, ...IMAGE_KEYS] as SiteSettingKey[])

/** A setting, for administrators. */
export const adminSetting = z.object({
  key: siteSettingKey,
  value: z.string(),
  version: z.number().int(),
  updated_at: z.iso.datetime(),
  /** E-mail address of the account that saved it; null when it was deleted. */
  updated_by: z.string().nullable(),
})
export type AdminSetting = z.infer<typeof adminSetting>

/** A current or earlier value of a setting, for administrators. */
export const settingVersion = z.object({
  version: z.number().int(),
  value: z.string(),
  saved_at: z.iso.datetime(),
  saved_by: z.string().nullable(),
})
export type SettingVersion = z.infer<typeof settingVersion>

/** The version that the administrator has seen; 0 when the setting was never saved. */
const seen = z.number().int().min(0)

/** The body of `PUT /api/admin/settings/{key}`: a text, or an empty one to remove an image. */
export const settingSave = z.strictObject({
  value: z
    .string()
    // Pasted text may contain line breaks, but each setting is shown on one line.
    .transform((text) => (isBlank(text) ? '' : text.replace(/\s+/g, ' ').trim()))
    .refine(isStorable, 'not valid text'),
  version: seen,
})

/** The body of `POST /api/admin/settings/{key}/revert`. */
export const settingRevert = z.strictObject({
  /** The version to restore. */
  to: z.number().int().min(1),
  version: seen,
})

/** The query of `POST /api/admin/settings/{key}/image`; the body is the file. */
export const imageQuery = z.object({ version: z.coerce.number().pipe(seen) })
