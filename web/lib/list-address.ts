/** The form of the ids of lists and teams. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the part of an address can be a list's id. */
export function isListId(text: string): boolean {
  return UUID.test(text)
}

/** The team in the search part of a list's address; a list without one is the account's own. */
export function teamIn({ team }: Record<string, unknown>): { team?: string } {
  return typeof team === 'string' && UUID.test(team) ? { team } : {}
}
