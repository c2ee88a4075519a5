import { expect, it } from 'vitest'
import { afterSignIn, inAppPath } from './return-path.ts'

it('AUTH-17 AUTH-19 goes where the address says, else back, else to the directory', () => {
  expect(afterSignIn({ returnTo: '/pricing', from: '/account' })).toBe('/pricing')
  expect(afterSignIn({ returnTo: undefined, from: '/account?tab=exports' })).toBe(
    '/account?tab=exports',
  )
  expect(afterSignIn({ returnTo: undefined, from: undefined })).toBe('/directory')
})

it('AUTH-18 follows no address outside of the app', () => {
  for (const value of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'pricing',
    '',
    7,
  ]) {
    expect(inAppPath(value)).toBeUndefined()
    expect(afterSignIn({ returnTo: value, from: undefined })).toBe('/directory')
  }
})
