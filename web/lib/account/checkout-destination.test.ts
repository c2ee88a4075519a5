import { expect, it } from 'vitest'
import { destinationOf } from './checkout-destination.ts'

it('PLAN-09 follows an address, a redirect and a path; a leading slash stays in the app', () => {
  const url = 'https://checkout.example/c/1'
  expect(destinationOf({ url })).toEqual({ kind: 'elsewhere', url })
  expect(destinationOf({ redirect: true, redirectUrl: url })).toEqual({ kind: 'elsewhere', url })
  expect(destinationOf({ path: '/account' })).toEqual({ kind: 'in-app', path: '/account' })
  expect(destinationOf({ url: '/payment-success?session_id=1' })).toEqual({
    kind: 'in-app',
    path: '/payment-success?session_id=1',
  })
})

it('PLAN-10 knows when an answer leads nowhere', () => {
  for (const answer of [
    null,
    {},
    { redirect: false, redirectUrl: 'https://checkout.example' },
    { url: 7 },
    { url: '//evil.example' },
    { url: 'javascript:alert(1)' },
  ]) {
    expect(destinationOf(answer)).toBeUndefined()
  }
})
