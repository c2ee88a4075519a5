/** What is dialled, and after it an extension, however either is written. */
const NUMBER = /^(?<number>.*?)(?:\s*(?:ext\.?|extension|x|#)\s*(?<extension>\d+))?\s*$/i

/**
 * The address that a phone calls (RFC 3966). The directory is of the US and Canada: a number of ten
 * digits is given their country code, so that it is reached from abroad too.
 */
export function phoneUri(value: string): string {
  const { number = '', extension } = NUMBER.exec(value)?.groups ?? {}
  const digits = number.replace(/\D/g, '')
  const isInternational = number.trim().startsWith('+') || /^1\d{10}$/.test(digits)
  const dialled = isInternational ? `+${digits}` : digits.length === 10 ? `+1${digits}` : digits
  return `tel:${dialled}${extension ? `;ext=${extension}` : ''}`
}
