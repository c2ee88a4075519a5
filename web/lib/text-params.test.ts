import { expect, it } from 'vitest'
import { textParams } from './text-params.ts'

it('reads texts, and names also what is none', () => {
  const read = textParams('token', 'return_to')
  expect(read({ token: 'abc', return_to: '/lists', more: 'x' })).toEqual({
    token: 'abc',
    return_to: '/lists',
  })
  for (const value of [5, true, null, ['a'], { a: 1 }, undefined]) {
    const params = read({ token: value })
    expect(Object.entries(params)).toEqual([
      ['token', undefined],
      ['return_to', undefined],
    ])
  }
})
