/**
 * What operators set of the site: texts, images, and where each holds by default. Plain constants, so
 * that the browser's first screen can use them without loading a validator.
 */

/** Texts, each with what it is without a setting and the longest that fits where it is shown. */
export const TEXT_SETTINGS = {
  seo_title: { label: 'SEO title', max: 120 },
  seo_description: { label: 'SEO description', max: 320 },
  seo_keywords: { label: 'SEO keywords', max: 500 },
  google_search_title: { label: 'Google search title', max: 120 },
  google_search_description: { label: 'Google search description', max: 320 },
  figure_directory: { label: 'People in the directory', max: 20 },
  figure_contacts: { label: 'Professionals with direct contact info', max: 20 },
  figure_organisations: { label: 'Organizations', max: 20 },
  figure_rating: { label: 'Rating', max: 20 },
  figure_verified: { label: 'Contacts verified', max: 20 },
} as const
export type TextSettingKey = keyof typeof TEXT_SETTINGS

/**
 * Images: the folder each is stored in, the pixels it should have, and the form it is kept in. PNG
 * where it may be seen through, JPEG where other sites show it on a card of their own.
 */
export const IMAGE_SETTINGS = {
  favicon_url: {
    label: 'Favicon',
    folder: 'favicon',
    width: 64,
    height: 64,
    format: 'png',
    recommended: '32x32 or 64x64 px',
  },
  site_logo_url: {
    label: 'Site logo',
    folder: 'logos',
    width: 640,
    height: 160,
    format: 'png',
    recommended: 'up to 640x160 px',
  },
  site_icon_url: {
    label: 'Site icon',
    folder: 'icons',
    width: 512,
    height: 512,
    format: 'png',
    recommended: '512x512 px',
  },
  seo_image_url: {
    label: 'SEO/OG image',
    folder: 'seo',
    width: 1200,
    height: 630,
    format: 'jpeg',
    recommended: '1200x630 px',
  },
  social_facebook_image: {
    label: 'Facebook share image',
    folder: 'social',
    width: 1200,
    height: 630,
    format: 'jpeg',
    recommended: '1200x630 px',
  },
  social_twitter_image: {
    label: 'Twitter/X share image',
    folder: 'social',
    width: 1200,
    height: 675,
    format: 'jpeg',
    recommended: '1200x675 px',
  },
  social_linkedin_image: {
    label: 'LinkedIn share image',
    folder: 'social',
    width: 1200,
    height: 627,
    format: 'jpeg',
    recommended: '1200x627 px',
  },
} as const
export type ImageSettingKey = keyof typeof IMAGE_SETTINGS

export type SiteSettingKey = TextSettingKey | ImageSettingKey

/** Largest image that may be sent, in bytes. */
export const IMAGE_MAX_BYTES = 5_242_880

/** What an image is sent as; the file says nothing of what it really is. */
export const IMAGE_TYPE = /^image\//i
