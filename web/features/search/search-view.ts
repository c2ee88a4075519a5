import { proxy } from 'valtio'
import { BRAND } from '#sync/contract/brand.ts'
import { RESULTS_ID } from '#web/lib/results-id.ts'

/** How tall a card is: 96 or 64 px on a desk. */
export type Density = 'comfortable' | 'compact'

/** Panels that lie over the search screen: at most one at a time. */
export type Overlay = 'filters' | 'preview' | 'shortcuts' | 'palette'

const DENSITY_KEY = `${BRAND.toLowerCase()}.search-density`
const RAIL_KEY = `${BRAND.toLowerCase()}.search-filters`

const railChoices: Record<string, boolean> = { expanded: true, collapsed: false }

/** What the parts of the search screen share beside the address. */
export const searchView = proxy<{
  /** The person whose card has or had the focus; the preview follows. */
  focusedId: string | null
  density: Density
  /** Whether the filters stand beside the results; null until somebody chose, on this device. */
  isRailOpen: boolean | null
  overlay: Overlay | null
}>({
  focusedId: null,
  density: stored(DENSITY_KEY) === 'compact' ? 'compact' : 'comfortable',
  isRailOpen: railChoices[stored(RAIL_KEY) ?? ''] ?? null,
  overlay: null,
})

/** Sets how tall a card is, for this device. */
export function chooseDensity(density: Density): void {
  searchView.density = density
  store(DENSITY_KEY, density)
}

/** Collapses or expands the filters beside the results, for this device. */
export function chooseRail(isOpen: boolean): void {
  searchView.isRailOpen = isOpen
  store(RAIL_KEY, isOpen ? 'expanded' : 'collapsed')
}

/** Moves the keyboard to a person's card, and with it the preview. */
export function focusCard(id: string | undefined): void {
  if (id) document.getElementById(cardId(id))?.focus()
}

/** Nobody is focused of new results that are without who was. */
export function forgetFocusOfOthers(people: readonly { id: string }[]): void {
  if (people.length > 0 && !people.some(({ id }) => id === searchView.focusedId))
    searchView.focusedId = null
}

/** Keeps the keyboard near the results when the button just pressed goes away. */
export function focusResults(): void {
  document.getElementById(RESULTS_ID)?.focus({ preventScroll: true })
}

/** The element id of a person's card. */
export function cardId(personId: string): string {
  return `person-${personId}`
}

/** Null where nothing was stored, and where storage is refused: in some private windows. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Refused: the choice then lasts as long as the tab.
    return
  }
}
