/** The number to dial, then the extension, in their usual spellings. */
const NUMBER = /^(?<number>.*?)(?:\s*(?:ext\.?|extension|x|#)\s*(?<extension>\d+))?\s*$/i

/**
 * The `tel:` address of a number (RFC 3966). The directory covers the US and Canada: a number of ten
 * digits gets their country code, so that it can be called from abroad too.
 */
export function phoneUri(value: string): string {
  const { dialled, extension } = dialledOf(value)
  return `tel:${dialled}${extension ? `;ext=${extension}` : ''}`
}

/** The `sms:` address of a number (RFC 5724), which has no extension. */
export function smsUri(value: string): string {
  return `sms:${dialledOf(value).dialled}`
}

function dialledOf(value: string): { dialled: string; extension: string | undefined } {
  const { number = '', extension } = NUMBER.exec(value)?.groups ?? {}
  const digits = number.replace(/\D/g, '')
  const isInternational = number.trim().startsWith('+') || /^1\d{10}$/.test(digits)
  const dialled = isInternational ? `+${digits}` : digits.length === 10 ? `+1${digits}` : digits
  return { dialled, extension }
}
