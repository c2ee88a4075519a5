/** Rail, results and preview side by side. */
export const DESK = '(width >= 80rem)'
/**
 * Filters and results side by side, with room for a preview over them. Below, a profile opens as a page.
 */
export const TABLET = '(width >= 51.25rem)'
