/**
 * The site settings: texts, images and their defaults. They are plain constants, so that the
 * browser's first screen does not load a validator for them.
 */

/** The texts, each with its default and the longest text that fits. */
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
 * The images: the folder, the target size in pixels, and the stored format. It is PNG if
 * transparency is allowed, and JPEG if other sites show the image in link previews.
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

/** The largest image upload, in bytes. */
export const IMAGE_MAX_BYTES = 5_242_880

/** Matches the content type of an upload; the content determines the actual type. */
export const IMAGE_TYPE = /^image\//i
