import { join } from 'node:path'
import type { Env } from '#api/env.ts'
import type { AssetStore } from './asset-store.ts'
import { localAssets } from './local-assets.ts'
import { rememberedAssets } from './remembered-assets.ts'
import { s3Assets } from './s3-assets.ts'

/** The asset store of the environment, or a folder of DATA_DIR. */
export function openAssetStore(env: Env): AssetStore {
  const { ASSETS_S3_ENDPOINT: endpoint, ASSETS_S3_BUCKET: bucket } = env
  const { ASSETS_S3_ACCESS_KEY_ID: accessKeyId, ASSETS_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    return localAssets(join(env.DATA_DIR, 'assets'))
  }
  const { ASSETS_S3_REGION: region } = env
  return rememberedAssets(s3Assets({ endpoint, bucket, region, accessKeyId, secretAccessKey }))
}
