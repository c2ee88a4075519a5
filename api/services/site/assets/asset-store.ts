/** What an image is kept as. */
const ASSET_TYPES = { png: 'image/png', jpg: 'image/jpeg' } as const
export type AssetExtension = keyof typeof ASSET_TYPES

/**
 * `{folder}/{time}-{random}-{width}x{height}.{extension}`: nobody can guess it, the content never
 * changes under it, and it says what a page must know before the image is there. No other name is
 * asked of a store.
 */
export const ASSET_NAME = /^[a-z]+\/\d{13}-[0-9a-f]{32}-\d{1,5}x\d{1,5}\.(png|jpg)$/

/** Keeps the site's images. What was kept stays: an older setting may be put back. */
export interface AssetStore {
  /** @throws when it was not kept. */
  put(name: string, file: Uint8Array): Promise<void>
  /** Undefined for a name that was never kept. @throws when the store is away. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** The type an asset is served as. */
export function assetType(name: string): string {
  return ASSET_TYPES[name.slice(name.lastIndexOf('.') + 1) as AssetExtension]
}
