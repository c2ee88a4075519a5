import { LIST_NOT_FOUND } from '#web/lib/guard-messages.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** The form of the ids of lists and teams. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the part of an address can be a list's id. */
export function isListId(text: string): boolean {
  return UUID.test(text)
}

/**
 * The team in the search part of a list's address; a list without one is the account's own. Named also where
 * there is none: the router keeps a param that its route does not name.
 */
export function teamIn({ team }: Record<string, unknown>): { team?: string | undefined } {
  return { team: typeof team === 'string' && UUID.test(team) ? team : undefined }
}

/** Where the address of a list that is not there leads. */
export const FROM_MISSING_LIST = { to: '/directory', replace: true } as const

/** Tells why a list's screen is left. */
export function reportMissingList(): void {
  showToast({ title: LIST_NOT_FOUND, tone: 'danger' })
}
