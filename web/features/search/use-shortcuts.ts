import type { Candidate } from '#api/contract/candidates.ts'
import type { SearchParams } from '#api/contract/search-params.ts'
import { useKeyPress } from '#web/lib/hooks/use-key-press.ts'
import { askForList } from '#web/lib/lists/ask-for-list.ts'
import { askToEmail } from '#web/outreach/ask-to-email.ts'
import { reveal } from '#web/replica/revealed-contacts.ts'
import { QUERY_FIELD_ID } from './query-field.tsx'
import { saveSearch } from './saved-search.ts'
import { focusCard, searchView } from './search-view.ts'
import { selectedOr, toggleSelected } from './selection-store.ts'
import { type Shortcut, shortcutOf, stepTo } from './shortcuts.ts'

/** The shortcuts of the search screen, while it is mounted. */
export function useShortcuts(people: readonly Candidate[], params: SearchParams): void {
  useKeyPress((press) => {
    const shortcut = shortcutOf(press)
    if (shortcut) run(shortcut, { people, params })
    return shortcut !== null
  })
}

function run(
  shortcut: Shortcut,
  { people, params }: { people: readonly Candidate[]; params: SearchParams },
): void {
  const ids = people.map(({ id }) => id)
  const person = people.find(({ id }) => id === searchView.focusedId)
  switch (shortcut) {
    case 'search':
      document.getElementById(QUERY_FIELD_ID)?.focus()
      break
    case 'next':
      focusCard(stepTo(ids, searchView.focusedId, 1))
      break
    case 'previous':
      focusCard(stepTo(ids, searchView.focusedId, -1))
      break
    case 'select':
      if (person) toggleSelected(person.id)
      break
    case 'list':
      void askForList(selectedOr(person))
      break
    case 'email':
      if (person) void askToEmail(person)
      break
    case 'reveal':
      if (person && person.contacts.length > 0) void reveal(person.id)
      break
    case 'save':
      saveSearch(params)
      break
    case 'shortcuts':
    case 'palette':
      searchView.overlay = shortcut
  }
}
