/** Rail, results and preview side by side. */
export const DESK = '(width >= 1280px)'
/** Filters and results side by side; a preview has room over them. Below, a profile opens as a page. */
export const TABLET = '(width >= 820px)'
