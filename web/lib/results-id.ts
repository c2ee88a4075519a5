/** The element id of a search's results: the frame's second skip link leads there. */
export const RESULTS_ID = 'search-results'
