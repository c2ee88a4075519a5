import { randomBytes } from 'node:crypto'
import { ASSETS_PATH } from '#api/contract/site.ts'
import { IMAGE_SETTINGS, type ImageSettingKey } from '#db/schema/setting-keys.ts'
import type { AssetExtension, AssetStore } from './assets/asset-store.ts'
import { convertImage } from './images/convert-image.ts'

const EXTENSIONS = { png: 'png', jpeg: 'jpg' } as const satisfies Record<string, AssetExtension>

/** 128 random bits: an image that is not linked yet cannot be guessed. */
const RANDOM_BYTES = 16

/**
 * Stores an uploaded file as the image of a setting.
 * @returns the address it is served at.
 * @throws AppError as `convertImage` does, and the errors of the store
 */
export async function uploadImage(
  assets: AssetStore,
  key: ImageSettingKey,
  file: Uint8Array,
): Promise<string> {
  const { folder, width, height, format } = IMAGE_SETTINGS[key]
  const image = await convertImage(file, { width, height, format })
  const random = randomBytes(RANDOM_BYTES).toString('hex')
  const size = `${image.width}x${image.height}`
  const name = `${folder}/${Date.now()}-${random}-${size}.${EXTENSIONS[format]}`
  await assets.put(name, image.file)
  return `${ASSETS_PATH}${name}`
}
