/** The number that a field's text says; NaN for all but digits: `Number` takes "1e3", "0x10" and nothing. */
export function wholeNumber(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN
}
