import { IMAGE_MAX_BYTES, IMAGE_TYPE } from '#db/schema/setting-keys.ts'
import { reasonOf } from '#web/lib/admin/admin-messages.ts'
import { type ApiError, isRecord } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'

/** Every message about the site's settings. */

export const SETTING_SAVED = 'Setting saved'
export const IMAGE_UPLOADED = 'Image uploaded successfully'
export const IMAGE_REMOVED = 'Image removed'

const FAILED = {
  load: 'Failed to load settings',
  save: 'Save failed',
  upload: 'Upload failed',
  remove: 'Delete failed',
} as const

const INVALID_TYPE: ErrorMessage = {
  title: 'Invalid file type',
  description: 'Please select an image file.',
}

const TOO_LARGE: ErrorMessage = {
  title: 'File too large',
  description: 'Please select an image smaller than 5MB.',
}

/** Why a setting could not be loaded, saved, uploaded or removed. */
export function settingError(error: ApiError, did: keyof typeof FAILED): ErrorMessage {
  if (did === 'upload' && error.code === 'too_large') return TOO_LARGE
  const isNoImage = isRecord(error.data) && error.data.reason === 'not_an_image'
  if (did === 'upload' && isNoImage) return { ...INVALID_TYPE, description: error.message }
  return { title: FAILED[did], description: did === 'load' ? error.message : reasonOf(error) }
}

/** Why a file cannot be uploaded; null where it can. */
export function fileError({ type, size }: Pick<File, 'type' | 'size'>): ErrorMessage | null {
  if (!IMAGE_TYPE.test(type)) return INVALID_TYPE
  return size > IMAGE_MAX_BYTES ? TOO_LARGE : null
}
