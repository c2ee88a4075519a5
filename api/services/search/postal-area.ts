const ZIP = /^(\d{5})(?:-?\d{4})?$/
const CANADIAN = /^([a-z]\d[a-z])(?:\s?(\d[a-z]\d))?$/i

/**
 * The areas of a postal code, the narrowest first: for a ZIP code its five digits; for a Canadian
 * code the whole in lower case without the blank, and its first three characters. Empty for any
 * other text.
 */
export function postalAreas(text: string): string[] {
  const code = text.trim()
  const [, zip] = ZIP.exec(code) ?? []
  if (zip !== undefined) return [zip]
  const [, area, rest] = CANADIAN.exec(code.toLowerCase()) ?? []
  if (area === undefined) return []
  return rest === undefined ? [area] : [area + rest, area]
}

/** An area as it is usually written: `k1a0b1` becomes "K1A 0B1". */
export function writtenPostalArea(area: string): string {
  const written = area.toUpperCase()
  return area.length === 6 ? `${written.slice(0, 3)} ${written.slice(3)}` : written
}
