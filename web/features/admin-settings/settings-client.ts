import type { AdminSetting, SettingVersion } from '#api/contract/admin-settings.ts'
import type { ImageSettingKey, SiteSettingKey } from '#db/schema/setting-keys.ts'
import { api, call } from '#web/lib/api-client.ts'

/** Calls about the site's settings. Each throws ApiError. */

/** Long enough for an image on a slow connection. */
const UPLOAD_TIMEOUT_MS = 120_000

/** Every setting that was ever saved. */
export async function fetchSettings(): Promise<AdminSetting[]> {
  const { data } = await call((init) => api.admin.settings.$get({}, { init }))
  return data
}

/** Saves a setting over the version that was loaded; an empty value removes an image. */
export function saveSetting(
  key: SiteSettingKey,
  value: string,
  version: number,
): Promise<AdminSetting> {
  const request = { param: { key }, json: { value, version } }
  return call((init) => api.admin.settings[':key'].$put(request, { init }))
}

/** A setting's past values, newest first. */
export async function fetchHistory(key: SiteSettingKey): Promise<SettingVersion[]> {
  const { data } = await call((init) =>
    api.admin.settings[':key'].history.$get({ param: { key } }, { init }),
  )
  return data
}

/** Restores the value of version `to`. */
export function revertSetting(
  key: SiteSettingKey,
  to: number,
  version: number,
): Promise<AdminSetting> {
  const request = { param: { key }, json: { to, version } }
  return call((init) => api.admin.settings[':key'].revert.$post(request, { init }))
}

/** Sends the file unchanged; the server encodes an image of its own from it. */
export function uploadImage(
  key: ImageSettingKey,
  file: File,
  version: number,
): Promise<AdminSetting> {
  const request = { param: { key }, query: { version: String(version) } }
  return call(
    (init) =>
      api.admin.settings[':key'].image.$post(request, {
        init: { ...init, body: file, headers: { 'Content-Type': file.type } },
      }),
    { timeoutMs: UPLOAD_TIMEOUT_MS },
  )
}
