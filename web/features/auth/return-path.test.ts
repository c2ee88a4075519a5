import { expect, it } from 'vitest'
import { FOREIGN_ADDRESSES } from '#tests/support/foreign-addresses.ts'
import { afterSignIn, returnPath } from './return-path.ts'

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

it('PLAN-07 keeps the plan that was chosen on the page the address asks for', () => {
  const chosen = '/pricing?plan=price_annual'
  expect(afterSignIn({ returnTo: '/pricing', from: chosen })).toBe(chosen)
  expect(afterSignIn({ returnTo: '/account', from: chosen })).toBe('/account')
  expect(afterSignIn({ returnTo: '/pricing', from: '/pricing-of-others?plan=x' })).toBe('/pricing')
})

it('AUTH-19 leads nobody who has signed in back to a way in', () => {
  for (const from of [
    '/login',
    '/login?return_to=/pricing',
    '/login#top',
    '/signup',
    '/check-email-confirmation',
  ]) {
    expect(returnPath({ returnTo: undefined, from })).toBeUndefined()
    expect(returnPath({ returnTo: '/pricing', from })).toBe('/pricing')
  }
})
