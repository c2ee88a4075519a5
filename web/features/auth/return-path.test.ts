import { expect, it } from 'vitest'
import { FOREIGN_ADDRESSES } from '../../../tests/support/foreign-addresses.ts'
import { afterSignIn } from './return-path.ts'

it('AUTH-17 AUTH-19 goes where the address says, else back, else to the directory', () => {
  expect(afterSignIn({ returnTo: '/pricing', from: '/account' })).toBe('/pricing')
  expect(afterSignIn({ returnTo: undefined, from: '/account?tab=exports' })).toBe(
    '/account?tab=exports',
  )
  expect(afterSignIn({ returnTo: undefined, from: undefined })).toBe('/directory')
})

it.each([...FOREIGN_ADDRESSES, 'pricing', '', 7])(
  'AUTH-18 goes to the directory where the address (%j) is none of the app',
  (value) => {
    expect(afterSignIn({ returnTo: value, from: undefined })).toBe('/directory')
    expect(afterSignIn({ returnTo: value, from: value })).toBe('/directory')
  },
)

it('AUTH-18 goes to the address as it resolves', () => {
  expect(afterSignIn({ returnTo: '/lists/../pricing', from: undefined })).toBe('/pricing')
})
