/**
 * The tenth digit of an NPI: Luhn over the card issuer prefix 80840 and the first nine digits.
 * @param firstNine the first nine digits
 */
export function npiCheckDigit(firstNine: string): number {
  // The contribution of the constant prefix 80840 to the sum.
  let sum = 24
  for (let i = 0; i < 9; i++) {
    const digit = firstNine.charCodeAt(i) - 48
    const doubled = i % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}
