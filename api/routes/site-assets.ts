import { Hono } from 'hono'
import type { AppEnv } from '#api/context.ts'
import { ASSETS_PATH } from '#api/contract/site.ts'
import { ASSET_NAME, assetType } from '#api/services/site/assets/asset-store.ts'
import { AppError } from '#sync/contract/errors.ts'

const YEAR_SECONDS = 31_536_000

/** Serves the site's images, which are public: other sites show them in link previews. */
export const siteAssetRoutes = new Hono<AppEnv>().get(`${ASSETS_PATH}:folder/:name`, async (c) => {
  const { folder, name } = c.req.param()
  const asset = `${folder}/${name}`
  const file = ASSET_NAME.test(asset) ? await c.var.parts.assets.get(asset) : undefined
  if (!file) throw new AppError('not_found', 'There is no such image.')
  return c.body(file, 200, {
    'Content-Type': assetType(asset),
    // A name is never reused, so its content never changes.
    'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A browser that opens an asset directly can treat it only as an image.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
})
