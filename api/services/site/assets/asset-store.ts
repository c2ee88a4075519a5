/** The formats in which images are stored. */
const ASSET_TYPES = { png: 'image/png', jpg: 'image/jpeg' } as const
export type AssetExtension = keyof typeof ASSET_TYPES

/**
 * `{folder}/{time}-{random}-{width}x{height}.{extension}`: names are unguessable and immutable, and
 * contain the size that a page needs before the image has loaded. Stores receive only such names.
 */
export const ASSET_NAME = /^[a-z]+\/\d{13}-[0-9a-f]{32}-\d{1,5}x\d{1,5}\.(png|jpg)$/

/** Stores the site's images. They are never deleted: an older setting may be restored. */
export interface AssetStore {
  /** @throws when it was not stored; AppError `unavailable` when the store is unavailable */
  put(name: string, file: Uint8Array): Promise<void>
  /**
   * Undefined for an unknown name.
   * @throws AppError `unavailable` when the store is unavailable
   */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** The content type of an asset. */
export function assetType(name: string): string {
  return ASSET_TYPES[name.slice(name.lastIndexOf('.') + 1) as AssetExtension]
}
