import { useEffect, useRef } from 'react'
import type { Candidate } from '../../../db/schema/candidates.ts'
import { askForList } from '../../lib/add-to-list.ts'
import { askToEmail } from '../../lib/ask-to-email.ts'
import { reveal } from '../../lib/revealed-contacts.ts'
import { QUERY_FIELD_ID } from './query-field.tsx'
import { saveSearch } from './saved-search.ts'
import type { SearchParams } from './search-params.ts'
import { focusCard, searchView } from './search-view.ts'
import { selectedOr, toggleSelected } from './selection-store.ts'
import { OPEN_LAYERS, type Shortcut, shortcutOf, stepTo } from './shortcuts.ts'

const TEXT_FIELDS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"]'

/** The keyboard of the search screen, while it is mounted. */
export function useShortcuts(people: readonly Candidate[], params: SearchParams): void {
  const shown = useRef({ people, params })
  useEffect(() => {
    shown.current = { people, params }
  })

  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || document.querySelector(OPEN_LAYERS)) return
      const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELDS)
      const shortcut = shortcutOf({ ...modifiersOf(event), isTyping })
      if (!shortcut) return
      event.preventDefault()
      run(shortcut, shown.current)
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
}

function modifiersOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return { key, ctrlKey, metaKey, altKey }
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
