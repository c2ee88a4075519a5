import { expect, it } from 'vitest'
import { withNew } from './with-new.ts'

it('puts what is new before what was seen, and nothing twice', () => {
  const seen = [{ id: 'a', name: 'Nights' }, { id: 'b' }]
  expect(withNew(seen, [{ id: 'c' }, { id: 'a', name: 'Days' }])).toEqual([{ id: 'c' }, ...seen])
  expect(withNew([{ candidate_id: 'x' }], [{ candidate_id: 'y' }])).toEqual([
    { candidate_id: 'y' },
    { candidate_id: 'x' },
  ])
})

it('keeps those behind that stood behind what is kept of a long list', () => {
  const [a, b, c, d, added] = ['a', 'b', 'c', 'd', 'added'].map((candidate_id) => ({
    candidate_id,
  }))
  expect(withNew([a, b], [added, a, b, c, d])).toEqual([added, a, b, c, d])
  // The device does not have them all yet.
  expect(withNew([a, b], [b, c])).toEqual([a, b, c])
})
