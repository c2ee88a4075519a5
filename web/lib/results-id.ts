/** The element id of the people of a search: the frame's second skip link leads there. */
export const RESULTS_ID = 'search-results'
