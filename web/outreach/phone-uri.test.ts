import { expect, test } from 'vitest'
import { phoneUri } from './phone-uri.ts'

test.each([
  ['806-555-0101', 'tel:+18065550101'],
  ['(806) 555-0101', 'tel:+18065550101'],
  ['1 806 555 0101', 'tel:+18065550101'],
  ['+1 (806) 555-0101 ext. 12345', 'tel:+18065550101;ext=12345'],
  ['806.555.0101x7', 'tel:+18065550101;ext=7'],
  ['806-555-0101 #22', 'tel:+18065550101;ext=22'],
  ['+44 20 7946 0000', 'tel:+442079460000'],
  ['555-0101', 'tel:5550101'],
])('%s is called by %s', (value, uri) => {
  expect(phoneUri(value)).toBe(uri)
})
