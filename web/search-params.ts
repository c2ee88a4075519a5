/**
 * Readable search params: `?specialty=Cardiology,Oncology&page=2`. Every value is read as text; a list
 * is joined by commas. Each route's search schema turns text into its own types.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Writes values as a search string; missing and empty ones are left out. */
export function stringifySearch(values: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? value.join(',') : value
    if (text !== undefined && text !== null && text !== '') params.set(key, String(text))
  }
  // A query may hold plain commas and slashes: lists and paths stay readable.
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text === '' ? '' : `?${text}`
}
