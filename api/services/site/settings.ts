import type { Caller } from '#api/caller.ts'
import type { AdminSetting, SettingVersion } from '#api/contract/admin-settings.ts'
import { audit } from '#api/services/audit.ts'
import { isoTime } from '#api/services/iso-time.ts'
import type { Queryable, Sql } from '#db/client.ts'
import {
  IMAGE_SETTINGS,
  type SiteSettingKey,
  TEXT_SETTINGS,
  type TextSettingKey,
} from '#db/schema/setting-keys.ts'
import { AppError } from '#sync/contract/errors.ts'

/** The most versions shown; older ones are stored but not shown. */
const HISTORY_SHOWN = 50

/** A new value for a setting. */
export interface SettingChange {
  key: SiteSettingKey
  value: string
  /** The version that the administrator has seen; 0 when the setting was never saved. */
  version: number
}

/** All settings that were ever saved. */
export async function listSettings(sql: Queryable): Promise<AdminSetting[]> {
  return sql<AdminSetting[]>`${selectSettings(sql)} order by s.key`
}

/** The versions of a setting, newest first, including the current one. */
export async function settingHistory(
  sql: Queryable,
  key: SiteSettingKey,
): Promise<SettingVersion[]> {
  return sql<SettingVersion[]>`
    select v.version, v.value, ${isoTime(sql, 'v.saved_at')} as saved_at, u.email as saved_by
    from site_setting_versions v left join users u on u.id = v.saved_by
    where v.key = ${key} order by v.version desc limit ${HISTORY_SHOWN}`
}

/**
 * Sets a text; an empty value removes a text or an image, so that the default applies again.
 * @throws AppError `invalid_input` for an invalid value; `changed_elsewhere` when it was saved
 *   after the version that this administrator has seen.
 */
export async function saveSetting(
  sql: Sql,
  caller: Caller,
  change: SettingChange,
): Promise<AdminSetting> {
  checkValue(change)
  return putSetting(sql, caller, change)
}

/** Sets the address of a stored image. @throws AppError `changed_elsewhere`. */
export function saveImage(sql: Sql, caller: Caller, change: SettingChange): Promise<AdminSetting> {
  return putSetting(sql, caller, change)
}

/**
 * Restores the value of an earlier version.
 * @throws AppError `not_found` for a version that never existed; `changed_elsewhere`.
 */
export async function revertSetting(
  sql: Sql,
  caller: Caller,
  { to, ...change }: Omit<SettingChange, 'value'> & { to: number },
): Promise<AdminSetting> {
  const [then] = await sql<{ value: string }[]>`
    select value from site_setting_versions where key = ${change.key} and version = ${to}::bigint`
  if (!then) throw new AppError('not_found', 'There is no such version of this setting.')
  return putSetting(sql, caller, { ...change, value: then.value }, to)
}

async function putSetting(
  sql: Sql,
  caller: Caller,
  { key, value, version }: SettingChange,
  revertedTo?: number,
): Promise<AdminSetting> {
  return sql.begin(async (tx) => {
    const [present] = await tx<{ version: number; value: string }[]>`
      select version, value from site_settings where key = ${key} for update`
    if ((present?.version ?? 0) !== version) throw await conflictError(tx, key)
    if (present?.value === value) return readSetting(tx, key)
    // A concurrent first save waits here, and then finds the row of the other save.
    const saved = await tx`
      insert into site_settings (key, value, version, updated_by)
      values (${key}, ${value}, ${version + 1}, ${caller.actor.id})
      on conflict (key) do update set value = excluded.value, version = excluded.version,
        updated_at = now(), updated_by = excluded.updated_by
      where site_settings.version = ${version}
      returning version`
    if (saved.length === 0) throw await conflictError(tx, key)
    const action = revertedTo === undefined ? 'setting.save' : 'setting.revert'
    // The value is left out: the audit log is permanent, and the history has it.
    const details = { version: version + 1, ...(revertedTo ? { reverted_to: revertedTo } : {}) }
    await audit(tx, { ...caller, action, subjectId: key, details })
    return readSetting(tx, key)
  })
}

function checkValue({ key, value }: SettingChange): void {
  if (key in IMAGE_SETTINGS) {
    if (value !== '') throw new AppError('invalid_input', 'An image is uploaded, not written.')
    return
  }
  const { label, max } = TEXT_SETTINGS[key as TextSettingKey]
  if (value.length > max) {
    throw new AppError('invalid_input', `${label}: at most ${max} characters.`)
  }
}

async function conflictError(sql: Queryable, key: SiteSettingKey): Promise<AppError> {
  const present = await readSetting(sql, key)
  const who = present.updated_by ?? 'Somebody'
  return new AppError('changed_elsewhere', `${who} saved this setting before you.`, {
    data: { setting: present },
  })
}

async function readSetting(sql: Queryable, key: SiteSettingKey): Promise<AdminSetting> {
  const [setting] = await sql<AdminSetting[]>`${selectSettings(sql)} where s.key = ${key}`
  // The setting was never saved, so the request's version cannot exist.
  if (!setting) throw new AppError('not_found', 'This setting was never saved.')
  return setting
}

function selectSettings(sql: Queryable) {
  return sql`
    select s.key, s.value, s.version, ${isoTime(sql, 's.updated_at')} as updated_at,
      u.email as updated_by
    from site_settings s left join users u on u.id = s.updated_by`
}
