import type { ApiError } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'

/** Every message for a failure of the directory's screen. */

const AWAY = 'There is no connection to the server.'

/** Why an action on an import failed, in the server's words. */
export function importErrorMessage(error: ApiError, title: string): ErrorMessage {
  const isAway = error.code === 'offline' || error.code === 'unreachable'
  return { title, description: isAway ? AWAY : error.message }
}

export const IMPORTS_FAILED = 'Failed to load the imports'
export const FIGURES_FAILED = 'Failed to count the directory'
export const UPLOAD_FAILED = 'The file was not uploaded'

export const FILE_UNREADABLE: ErrorMessage = {
  title: UPLOAD_FAILED,
  description: 'The file cannot be read any more: it was changed or moved. Choose it again.',
}
export const FILE_EMPTY: ErrorMessage = {
  title: UPLOAD_FAILED,
  description: 'The file is empty. Choose another one.',
}
export const OTHER_FILE: ErrorMessage = {
  title: 'This is another file',
  description: 'Choose the one that the upload began with, or discard the upload first.',
}
