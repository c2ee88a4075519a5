import type { ImageSettingKey, SiteSettingKey, TextSettingKey } from '#db/schema/setting-keys.ts'

/** The site's settings by operators; a missing or empty key has its default. */
export type SiteValues = Partial<Record<SiteSettingKey, string>>

/** Marketing figures until an operator sets others. */
const FIGURES = {
  figure_directory: '300,000+',
  figure_contacts: '1.5M+',
  figure_organisations: '500+',
  figure_rating: '4.96/5',
  figure_verified: 'Monthly',
} as const satisfies Partial<Record<TextSettingKey, string>>

export type FigureKey = keyof typeof FIGURES

/** A marketing figure as shown. */
export function figureOf(values: SiteValues, key: FigureKey): string {
  return values[key] || FIGURES[key]
}

/** The directory's description for pages without a better one. */
export function defaultDescription(values: SiteValues): string {
  return (
    values.google_search_description ||
    values.seo_description ||
    `Search a directory of ${figureOf(values, 'figure_directory')} healthcare professionals in the United States and Canada, and reach them by email and phone.`
  )
}

/** Site assets are served below this, whatever store holds them. */
export const ASSETS_PATH = '/site-assets/'

export interface ImageSize {
  width: number
  height: number
}

/** The size in pixels of a site asset, which its name carries; undefined for any other address. */
export function assetSize(url: string): ImageSize | undefined {
  const [, width, height] = /-(\d+)x(\d+)\.\w+$/.exec(url) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

/** Networks with a share image of their own. */
export type ShareNetwork = 'facebook' | 'linkedin' | 'twitter'

const SHARE_KEYS = {
  facebook: 'social_facebook_image',
  linkedin: 'social_linkedin_image',
  twitter: 'social_twitter_image',
} as const satisfies Record<ShareNetwork, ImageSettingKey>

/**
 * The images of a shared link, in order: the network's own where it asks, then the general one.
 * Empty where none is set.
 */
export function shareImages(values: SiteValues, network: ShareNetwork | null): string[] {
  const { facebook, linkedin } = SHARE_KEYS
  const keys: ImageSettingKey[] = ['seo_image_url', facebook, linkedin]
  if (network) keys.unshift(SHARE_KEYS[network])
  return [...new Set(keys.map((key) => values[key] || '').filter(Boolean))]
}
