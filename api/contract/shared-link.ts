import type { ImageSettingKey } from '#db/schema/setting-keys.ts'
import { figureOf, type SiteValues } from './site.ts'

/** The directory's description for pages without a better one. */
export function defaultDescription(values: SiteValues): string {
  return (
    values.google_search_description ||
    values.seo_description ||
    `Search a directory of ${figureOf(values, 'figure_directory')} healthcare professionals in the United States and Canada, and reach them by email and phone.`
  )
}

/** Networks with a share image of their own. */
export type ShareNetwork = 'facebook' | 'linkedin' | 'twitter'

const SHARE_KEYS = {
  facebook: 'social_facebook_image',
  linkedin: 'social_linkedin_image',
  twitter: 'social_twitter_image',
} as const satisfies Record<ShareNetwork, ImageSettingKey>

/**
 * The images of a shared link, in order: the network's own if that network requests the page, then
 * the general one. Empty when none is set.
 */
export function shareImages(values: SiteValues, network: ShareNetwork | null): string[] {
  const { facebook, linkedin } = SHARE_KEYS
  const keys: ImageSettingKey[] = ['seo_image_url', facebook, linkedin]
  if (network) keys.unshift(SHARE_KEYS[network])
  return [...new Set(keys.map((key) => values[key] || '').filter(Boolean))]
}
