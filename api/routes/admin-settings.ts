import { createRoute, z } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import {
  adminSetting,
  imageQuery,
  imageSettingKey,
  settingRevert,
  settingSave,
  settingVersion,
  siteSettingKey,
} from '#api/contract/admin-settings.ts'
import { confirmed } from '#api/middleware/confirmed.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import {
  listSettings,
  revertSetting,
  saveImage,
  saveSetting,
  settingHistory,
} from '#api/services/site/settings.ts'
import { uploadImage } from '#api/services/site/upload-image.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const limit = rateLimit({ requests: 300, seconds: 60 })
/** Processing an image takes a second of CPU time. */
const imageLimit = rateLimit({ requests: 30, seconds: 60, per: 'account' })
const tags = ['Administration']
const params = z.object({ key: siteSettingKey })

const list = createRoute({
  method: 'get',
  path: '/admin/settings',
  summary: 'List the site settings that have been saved',
  tags,
  middleware: [permitted('site.manage'), limit] as const,
  responses: {
    200: json(z.object({ data: z.array(adminSetting) }), 'One for each key.'),
    ...errorResponses(403, 429),
  },
})

const save = createRoute({
  method: 'put',
  path: '/admin/settings/{key}',
  summary: 'Change a setting; an empty value restores its default or removes its image',
  tags,
  middleware: [permitted('site.manage'), limit] as const,
  request: {
    params,
    body: jsonBody(settingSave),
  },
  responses: {
    200: json(adminSetting, 'Saved; it holds in every process within 5 s.'),
    ...errorResponses(400, 403, 404, 409, 429),
  },
})

const history = createRoute({
  method: 'get',
  path: '/admin/settings/{key}/history',
  summary: 'List the earlier values of a setting, newest first',
  tags,
  middleware: [permitted('site.manage'), limit] as const,
  request: { params },
  responses: {
    200: json(z.object({ data: z.array(settingVersion) }), 'The last 50.'),
    ...errorResponses(400, 403, 429),
  },
})

const revert = createRoute({
  method: 'post',
  path: '/admin/settings/{key}/revert',
  summary: 'Restore an earlier value of a setting',
  tags,
  middleware: [permitted('site.manage'), confirmed(), limit] as const,
  request: {
    params,
    body: jsonBody(settingRevert),
  },
  responses: {
    200: json(adminSetting, 'Saved, as a version of its own.'),
    ...errorResponses(400, 403, 404, 409, 429),
  },
})

const upload = createRoute({
  method: 'post',
  path: '/admin/settings/{key}/image',
  summary: 'Upload the image of a setting; the body is the file, at most 5 MB',
  tags,
  middleware: [permitted('site.manage'), imageLimit] as const,
  request: {
    params: z.object({ key: imageSettingKey }),
    query: imageQuery,
    body: { required: true, content: { 'image/*': { schema: z.any() } } },
  },
  responses: {
    200: json(adminSetting, 'Re-encoded, stored and set.'),
    ...errorResponses(400, 403, 404, 409, 413, 429, 503),
  },
})

export const adminSettingRoutes = router()
  .openapi(list, async (c) => {
    const { parts } = c.var
    return c.json({ data: await listSettings(parts.sql) }, 200)
  })
  .openapi(save, async (c) => {
    const { parts } = c.var
    const change = { ...c.req.valid('param'), ...c.req.valid('json') }
    const saved = await saveSetting(parts.sql, callerOf(c), change)
    // The settings are refreshed at once: the administrator looks at the result, mostly in this
    // process.
    await parts.site.refresh()
    return c.json(saved, 200)
  })
  .openapi(history, async (c) => {
    const { parts } = c.var
    const { key } = c.req.valid('param')
    return c.json({ data: await settingHistory(parts.sql, key) }, 200)
  })
  .openapi(revert, async (c) => {
    const { parts } = c.var
    const change = { ...c.req.valid('param'), ...c.req.valid('json') }
    const saved = await revertSetting(parts.sql, callerOf(c), change)
    await parts.site.refresh()
    return c.json(saved, 200)
  })
  .openapi(upload, async (c) => {
    const { parts } = c.var
    const { key } = c.req.valid('param')
    const { version } = c.req.valid('query')
    const value = await uploadImage(parts.assets, key, new Uint8Array(await c.req.arrayBuffer()))
    const saved = await saveImage(parts.sql, callerOf(c), { key, value, version })
    await parts.site.refresh()
    return c.json(saved, 200)
  })
