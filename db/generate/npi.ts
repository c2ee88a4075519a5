import { npiCheckDigit } from '#db/import/npi.ts'

/** The step is coprime to the range, so that consecutive indexes give distant, distinct numbers. */
const STEP = 61_803_399
const RANGE = 100_000_000

/**
 * A ten-digit number that looks like an NPI but cannot be one: its check digit is wrong. It is
 * unique for each of the first 100 million indexes.
 */
export function fakeNpi(index: number): string {
  const body = Number((BigInt(index) * BigInt(STEP)) % BigInt(RANGE))
  const firstNine = `1${String(body).padStart(8, '0')}`
  const wrong = (npiCheckDigit(firstNine) + 1 + (index % 9)) % 10
  return `${firstNine}${wrong}`
}
