/** Rail, results and preview side by side. */
export const DESK = '(width >= 1280px)'
/**
 * Filters and results side by side, with room for a preview over them. Below, a profile opens as a page.
 */
export const TABLET = '(width >= 820px)'
