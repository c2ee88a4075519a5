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
