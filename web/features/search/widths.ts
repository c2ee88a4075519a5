/** Rail, results and preview side by side. */
export const DESK = '(width >= 80rem)'
/**
 * Filters and results side by side, with room for a preview over them. Below, a profile opens as a page; so it
 * does on a phone held across, which is as wide, and has no height for a tablet's rows above the results.
 */
export const TABLET = '(width >= 46.5rem) and (height >= 35rem), (width >= 80rem)'
