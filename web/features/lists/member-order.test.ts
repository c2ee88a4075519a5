import { expect, it } from 'vitest'
import { DEFAULT_ORDER, orderIn, sortArgs } from './member-order.ts'

it.each([
  ['name-asc', 'name-asc'],
  // The default is not in the address.
  ['added-desc', undefined],
  ['toString', undefined],
  ['nonsense', undefined],
  [7, undefined],
])('the address %s means %s', (value, order) => {
  expect(orderIn(value)).toBe(order)
})

it('asks for the newest first where nothing was chosen', () => {
  expect(sortArgs(DEFAULT_ORDER)).toEqual({ sort: 'added', direction: 'desc' })
})
