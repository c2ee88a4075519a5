import type { SiteSettingKey, TextSettingKey } from '#db/schema/setting-keys.ts'

/** The site settings of administrators; a missing or empty key has its default. */
export type SiteValues = Partial<Record<SiteSettingKey, string>>

/** The marketing figures until an administrator sets others. */
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

/** The path below which site assets are served, whichever store holds them. */
export const ASSETS_PATH = '/site-assets/'

export interface ImageSize {
  width: number
  height: number
}

/** The size of a site asset in pixels, from its name; undefined for any other address. */
export function assetSize(url: string): ImageSize | undefined {
  const [, width, height] = /-(\d+)x(\d+)\.\w+$/.exec(url) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}
