import { z } from 'zod'
import { NAME_MAX, ownedText } from './owned-text.ts'

/** The longest signature or bio in the settings. */
const SETTING_TEXT_MAX = 2_000

/** All synced settings, with their possible values. */
export const SETTINGS = {
  'profile.name': ownedText(NAME_MAX),
  'profile.bio': ownedText(SETTING_TEXT_MAX),
  'email.signature': ownedText(SETTING_TEXT_MAX),
  'notifications.marketing': z.boolean(),
  'notifications.newFeatures': z.boolean(),
  'notifications.securityAlerts': z.boolean(),
  'notifications.watchedSearches': z.boolean(),
  theme: z.enum(['light', 'dark', 'system']),
  density: z.enum(['comfortable', 'compact']),
} as const
export type SettingKey = keyof typeof SETTINGS

/** A row of `user_settings`: one per setting that was ever changed. */
export const userSettingRow = z.object({
  owner_id: z.string(),
  key: z.string(),
  value: z.union([z.string(), z.boolean()]),
  updated_at: z.date(),
})
export type UserSettingRow = z.infer<typeof userSettingRow>
