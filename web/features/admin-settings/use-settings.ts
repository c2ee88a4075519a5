import { useCallback, useEffect, useState } from 'react'
import type { AdminSetting } from '#api/contract/admin-settings.ts'
import type { SiteValues } from '#api/contract/site.ts'
import type { ImageSettingKey, SiteSettingKey, TextSettingKey } from '#db/schema/setting-keys.ts'
import { ApiError } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'
import { useDraft } from '#web/lib/hooks/use-draft.ts'
import { withConfirmation } from '#web/session/confirm-identity.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { fetchSettings, revertSetting, saveSetting, uploadImage } from './settings-client.ts'
import {
  fileError,
  IMAGE_REMOVED,
  IMAGE_UPLOADED,
  SETTING_SAVED,
  settingError,
} from './settings-messages.ts'

/** The work under way, on one setting at a time. */
interface SettingWork {
  key: SiteSettingKey
  isUpload: boolean
}

/** Texts that are not saved, each with the version that it was made from. */
type Typed = Partial<Record<SiteSettingKey, { text: string; version: number }>>
const NOTHING_TYPED: Typed = {}

type SavedSettings = Partial<Record<SiteSettingKey, AdminSetting>>

export interface Settings {
  /** By key; undefined while loading. */
  saved: SavedSettings | undefined
  typed: Typed
  failure: ApiError | null
  work: SettingWork | null
  /** The last error by key, shown beside its control. */
  errors: Partial<Record<SiteSettingKey, string>>
  reload(): void
  type(key: TextSettingKey, text: string): void
  /** Drops what is typed, and the error that it led to. */
  discard(key: TextSettingKey): void
  /** Saves a text as it was typed. @returns whether it was saved. */
  save(key: TextSettingKey): Promise<boolean>
  remove(key: ImageSettingKey): Promise<boolean>
  upload(key: ImageSettingKey, file: File): Promise<boolean>
  revert(key: SiteSettingKey, to: number): Promise<boolean>
}

/** The site's settings on the server, and an administrator's changes. */
export function useSettings(): Settings {
  const [saved, setSaved] = useState<Settings['saved']>()
  const [typed = NOTHING_TYPED, setTyped] = useDraft<Typed>('website settings')
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [work, setWork] = useState<SettingWork | null>(null)
  const [errors, setErrors] = useState<Settings['errors']>({})

  const reload = useCallback(async () => {
    try {
      const settings = await fetchSettings()
      const byKey: SavedSettings = Object.fromEntries(
        settings.map((setting) => [setting.key, setting]),
      )
      setSaved(byKey)
      setFailure(null)
      return byKey
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      return undefined
    }
  }, [])
  useEffect(() => void reload(), [reload])

  function type(key: TextSettingKey, text: string) {
    if (text === (saved?.[key]?.value ?? '')) return discard(key)
    const { version = saved?.[key]?.version ?? 0 } = typed[key] ?? {}
    setTyped({ ...typed, [key]: { text, version } })
  }

  function discard(key: TextSettingKey) {
    setTyped((now = NOTHING_TYPED) => without(now, key))
    setErrors(({ [key]: _discarded, ...others }) => others)
  }

  /** Lets what is typed count for a version whose value the administrator has seen. */
  function countFor(key: SiteSettingKey, version: number) {
    setTyped((now = NOTHING_TYPED) =>
      now[key] ? { ...now, [key]: { ...now[key], version } } : now,
    )
  }

  function fail(key: SiteSettingKey, message: ErrorMessage) {
    showToast({ ...message, tone: 'danger' })
    setErrors((all) => ({ ...all, [key]: message.description ?? message.title }))
  }

  async function change(
    { key, isUpload }: SettingWork,
    did: 'save' | 'upload' | 'remove',
    send: (version: number) => Promise<AdminSetting>,
    done: string,
  ): Promise<boolean> {
    if (work) return false
    setWork({ key, isUpload })
    try {
      const sent = await withConfirmation(() => send(saved?.[key]?.version ?? 0))
      if (!sent) return false
      const setting = sent.answer
      setSaved((all) => ({ ...all, [key]: setting }))
      countFor(key, setting.version)
      setErrors(({ [key]: _mended, ...others }) => others)
      showToast({ title: done, tone: 'ok' })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fail(key, settingError(error, did))
      // Shows the value that another administrator saved first: saving again is then deliberate.
      if (error.code === 'changed_elsewhere') {
        const read = await reload()
        if (read) countFor(key, read[key]?.version ?? 0)
      }
      return false
    } finally {
      setWork(null)
    }
  }

  const write = (key: SiteSettingKey) => ({ key, isUpload: false })

  async function save(key: TextSettingKey): Promise<boolean> {
    const { text = saved?.[key]?.value ?? '', version: edited } = typed[key] ?? {}
    const send = (version: number) => saveSetting(key, text, edited ?? version)
    const isSaved = await change(write(key), 'save', send, SETTING_SAVED)
    // The field shows the text as the server keeps it, unless more was typed meanwhile.
    if (isSaved) setTyped((now) => (now?.[key]?.text === text ? without(now, key) : now))
    return isSaved
  }

  return {
    saved,
    typed,
    failure,
    work,
    errors,
    reload,
    type,
    discard,
    save,
    remove: (key) =>
      change(write(key), 'remove', (version) => saveSetting(key, '', version), IMAGE_REMOVED),
    revert: (key, to) =>
      change(write(key), 'save', (version) => revertSetting(key, to, version), SETTING_SAVED),
    async upload(key, file) {
      const wrong = fileError(file)
      if (wrong) {
        fail(key, wrong)
        return false
      }
      const send = (version: number) => uploadImage(key, file, version)
      return change({ key, isUpload: true }, 'upload', send, IMAGE_UPLOADED)
    },
  }
}

function without({ ...typed }: Typed, key: SiteSettingKey): Typed {
  delete typed[key]
  return typed
}

/** The values as pages would show them: the saved ones, and in their place what is typed. */
export function valuesOf({ saved = {}, typed }: Pick<Settings, 'saved' | 'typed'>): SiteValues {
  return {
    ...Object.fromEntries(Object.values(saved).map(({ key, value }) => [key, value])),
    ...Object.fromEntries(Object.entries(typed).map(([key, { text }]) => [key, text])),
  }
}
