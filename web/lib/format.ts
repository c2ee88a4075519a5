const COUNT = new Intl.NumberFormat('en-US')

/** A number with thousands separators: 1204 → "1,204". */
export function formatCount(count: number): string {
  return COUNT.format(count)
}

/** "1 person", "1,204 people". */
export function formatPeople(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`
}

/** "1 physician", "1,204 physicians". */
export function formatPhysicians(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'physician' : 'physicians'}`
}

/** A duration: "18 ms", from a second on "2.7 s". */
export function formatElapsed(elapsedMs: number): string {
  const ms = Math.max(1, Math.round(elapsedMs))
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

const MISSING = new Set(['', 'null', 'undefined'])

/** The trimmed text; null where the source holds none: empty, "null", "undefined". */
export function presentText(value: string | null | undefined): string | null {
  const text = value?.trim() ?? ''
  return MISSING.has(text.toLowerCase()) ? null : text
}

/** The texts that are present, trimmed. */
export function presentTexts(values: readonly (string | null | undefined)[]): string[] {
  return values.map(presentText).filter((value) => value !== null)
}

/** "city, state" or "city, state zip"; a missing part leaves no stray comma. Empty without parts. */
export function formatPlace(
  city: string | null,
  state: string | null,
  zip: string | null = null,
): string {
  return presentTexts([city, presentTexts([state, zip]).join(' ')]).join(', ')
}
