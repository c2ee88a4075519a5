import type { SiteSettingKey, TextSettingKey } from '#db/schema/setting-keys.ts'

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
