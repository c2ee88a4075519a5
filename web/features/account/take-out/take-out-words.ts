import type { TakenTable } from '#db/schema/taken-rows.ts'
import type { AppError } from '#sync/contract/errors.ts'
import type { ApiError } from '#web/lib/api-client.ts'
import { type ErrorMessage, quotaReason } from '#web/lib/error-messages.ts'
import { formatCount } from '#web/lib/format.ts'
import type { BroughtIn } from './take-out.ts'
import type { FileFault } from './taken-file.ts'

const TABLE_WORDS: Record<TakenTable, string> = {
  lists: 'lists',
  list_members: 'people on lists',
  activities: 'steps with people',
  do_not_contact: 'people not to contact',
  saved_candidates: 'stars and notes',
  saved_searches: 'saved searches',
  watches: 'watched searches',
  email_templates: 'templates',
  user_settings: 'settings',
}

const formatRows = (rows: number) => (rows === 1 ? '1 row' : `${formatCount(rows)} rows`)

const NOTHING_CAME_IN = 'Nothing of it came in, and nothing here was changed.'

/** Why a file cannot be brought in. */
export function fileFaultMessage(fault: FileFault, place?: string): ErrorMessage {
  switch (fault) {
    case 'not_ours':
      return {
        title: 'This is another kind of file',
        description: `Choose the zip that “Take everything with you” made. ${NOTHING_CAME_IN}`,
      }
    case 'cut_off':
      return {
        title: 'The end of this file is missing',
        description: `Copy or download it again: it was cut off on the way. ${NOTHING_CAME_IN}`,
      }
    case 'changed':
      return {
        title: 'This file was changed since it was made',
        description: `${place ? `Look at ${place}. ` : ''}${NOTHING_CAME_IN} Use the file as it was made.`,
      }
    case 'newer':
      return {
        title: 'This file is of a newer version',
        description: `Update the app, then bring it in again. ${NOTHING_CAME_IN}`,
      }
    case 'too_large':
      return {
        title: 'This file is too large',
        description: `No account holds that much. ${NOTHING_CAME_IN}`,
      }
  }
}

export const ROWS_MISSING: ErrorMessage = {
  title: 'Your rows are not all here yet',
  description: 'No file was made: it would lack some. Try again once they have arrived.',
}

/** What to know of the file. @param fault why the server did not tell what it holds */
export function fileMadeWords(fault: ApiError | null): string {
  if (!fault) return 'Keep it where you keep private things.'
  const missing = 'Sign-ins and log are not in it'
  return fault.status === undefined
    ? `${missing}: the server cannot be reached.`
    : `${missing}. ${fault.message}`
}

export const FILE_NOT_MADE: ErrorMessage = {
  title: 'The file could not be made',
  description: 'Nothing is lost. Please try again.',
}

/** What came in, and what needs a plan. */
export function broughtInMessage({ rows, left }: BroughtIn): ErrorMessage {
  const title = rows === 0 ? 'Nothing came in' : `${formatRows(rows)} came in`
  if (left.length === 0) {
    return { title, description: 'What was here already stayed as it is.' }
  }
  const words = left.map((table) => TABLE_WORDS[table]).join(', ')
  return {
    title,
    description: `These need a plan: ${words}. Bring the file in again once you have one: nothing is doubled.`,
  }
}

/** Why a file came in only in part. */
export function broughtInPartMessage(error: AppError, rows: number): ErrorMessage {
  const reason = error.code === 'quota_reached' ? quotaReason(error.data) : error.message
  return {
    title: rows === 0 ? 'Nothing came in' : `Only ${formatRows(rows)} came in`,
    description: `${reason} The rest is still in the file.`,
  }
}
