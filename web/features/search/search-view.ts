import { proxy } from 'valtio'
import { BRAND } from '../../../sync/contract/brand.ts'

/** How tall a card is: 96 or 64 px on a desk. */
export type Density = 'comfortable' | 'compact'

/** Panels that lie over the search screen: at most one at a time. */
export type Overlay = 'filters' | 'preview' | 'shortcuts' | 'palette'

const DENSITY_KEY = `${BRAND.toLowerCase()}.search-density`

/** What the parts of the search screen share beside the address. */
export const searchView = proxy<{
  /** The person whose card has or had the focus; the preview follows. */
  focusedId: string | null
  density: Density
  isRailOpen: boolean
  overlay: Overlay | null
}>({ focusedId: null, density: storedDensity(), isRailOpen: true, overlay: null })

/** Sets how tall a card is, for this device. */
export function chooseDensity(density: Density): void {
  searchView.density = density
  try {
    localStorage.setItem(DENSITY_KEY, density)
  } catch {
    // Storage is refused in some private windows: the choice then lasts as long as the tab.
    return
  }
}

/** Moves the keyboard to a person's card, and with it the preview. */
export function focusCard(id: string | undefined): void {
  if (id) document.getElementById(cardId(id))?.focus()
}

export const RESULTS_ID = 'search-results'

/** Keeps the keyboard near the results when the button just pressed goes away. */
export function focusResults(): void {
  document.getElementById(RESULTS_ID)?.focus({ preventScroll: true })
}

/** The element id of a person's card. */
export function cardId(personId: string): string {
  return `person-${personId}`
}

function storedDensity(): Density {
  try {
    return localStorage.getItem(DENSITY_KEY) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}
