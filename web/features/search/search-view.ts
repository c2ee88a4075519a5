import { proxy } from 'valtio'
import { BRAND } from '#sync/contract/brand.ts'
import { afterPaint } from '#web/lib/after-paint.ts'
import { readStored, store } from '#web/lib/local-storage.ts'
import { RESULTS_ID } from '#web/lib/results-id.ts'

/** A card's height: 96 or 64 px on a desktop. */
export type Density = 'comfortable' | 'compact'

/** Overlays of the search screen: at most one at a time. */
export type Overlay = 'filters' | 'preview' | 'shortcuts' | 'palette'

const DENSITY_KEY = `${BRAND.toLowerCase()}.search-density`
const RAIL_KEY = `${BRAND.toLowerCase()}.search-filters`

const railChoices: Record<string, boolean> = { expanded: true, collapsed: false }

const storedDensity: Density = readStored(DENSITY_KEY) === 'compact' ? 'compact' : 'comfortable'

/** State that the parts of the search screen share, besides the address. */
export const searchView = proxy<{
  /** The person whose card has or had the focus; the preview shows this person. */
  focusedId: string | null
  /** As chosen; `cardDensity` follows after the next paint, for it lays every card out anew. */
  density: Density
  cardDensity: Density
  /** Whether the filters are beside the results; null until this was chosen on this device. */
  isRailOpen: boolean | null
  overlay: Overlay | null
}>({
  focusedId: null,
  density: storedDensity,
  cardDensity: storedDensity,
  isRailOpen: railChoices[readStored(RAIL_KEY) ?? ''] ?? null,
  overlay: null,
})

/** Sets the cards' height, for this device. */
export function chooseDensity(density: Density): void {
  searchView.density = density
  afterPaint(() => {
    searchView.cardDensity = searchView.density
  })
  store(DENSITY_KEY, density)
}

/** Collapses or expands the filters beside the results, for this device. */
export function chooseRail(isOpen: boolean): void {
  searchView.isRailOpen = isOpen
  store(RAIL_KEY, isOpen ? 'expanded' : 'collapsed')
}

/** Moves the focus to a person's card, and with it the preview. */
export function focusCard(id: string | undefined): void {
  if (id) document.getElementById(cardId(id))?.focus()
}

/** Clears the focused person where the new results lack that person. */
export function forgetFocusOfOthers(people: readonly { id: string }[]): void {
  if (people.length > 0 && !people.some(({ id }) => id === searchView.focusedId))
    searchView.focusedId = null
}

/** Moves the focus to the results when the button just pressed goes away. */
export function focusResults(): void {
  document.getElementById(RESULTS_ID)?.focus({ preventScroll: true })
}

/** The element id of a person's card. */
export function cardId(personId: string): string {
  return `person-${personId}`
}
