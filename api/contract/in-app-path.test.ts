import { expect, it } from 'vitest'
import { FOREIGN_ADDRESSES } from '#tests/support/foreign-addresses.ts'
import { inAppPath } from './in-app-path.ts'

it.each([
  ['/', '/'],
  ['/pricing', '/pricing'],
  ['/account?tab=exports#top', '/account?tab=exports#top'],
  ['/search?query=a%2Fb&back=//evil.example', '/search?query=a%2Fb&back=//evil.example'],
  ['/lists/../search', '/search'],
  ['/lists/%2e%2e/search', '/search'],
  ['/lists/Jos%C3%A9 100%25', '/lists/Jos%C3%A9%20100%25'],
  ['/@evil.example', '/@evil.example'],
  // This address is encoded five times.
  ['/%2525252541', '/%2525252541'],
])('AUTH-18 reads %j as the address %j of this app', (given, path) => {
  expect(inAppPath(given)).toBe(path)
})

const EIGHT_TIMES_ENCODED = '/%2525252525252541'

it.each([
  ...FOREIGN_ADDRESSES,
  EIGHT_TIMES_ENCODED,
  '',
  'pricing',
  '/%2f%zz',
  '/a\u0000b',
  7,
  undefined,
  ['/search'],
])('AUTH-18 takes %j for no address of this app', (given) => {
  expect(inAppPath(given)).toBeUndefined()
})

it('AUTH-18 an address that was read once reads the same again', () => {
  for (const given of ['/lists/../search?x=1', '/a b', '/lists/./x//y']) {
    const path = inAppPath(given)
    expect(inAppPath(path)).toBe(path)
  }
})
