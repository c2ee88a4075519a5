// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Candidate } from '#api/contract/candidates.ts'
import { ResultList } from './result-list.tsx'
import { searchView } from './search-view.ts'

let paint: () => void
vi.mock('#web/lib/after-paint.ts', () => ({
  afterPaint: (run: () => void) => {
    paint = run
    return () => undefined
  },
}))
vi.mock('./result-card.tsx', () => ({
  ResultCard: ({ person }: { person: Candidate }) => <li>{person.id}</li>,
}))

const people = Array.from({ length: 25 }, (_, index) => ({ id: `p${index}` }) as Candidate)
const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const first = (count: number) => people.map(({ id }, index) => (index < count ? id : ''))

beforeEach(() => {
  vi.stubGlobal('innerHeight', 900)
  Object.assign(searchView, { focusedId: null, cardDensity: 'comfortable' })
})

afterEach(cleanup)

it.each([
  ['96 px high', { cardDensity: 'comfortable' }, 8],
  ['64 px high', { cardDensity: 'compact' }, 11],
  ['up to the focused one', { focusedId: 'p19' }, 20],
  ['of another page’s focus', { focusedId: 'q' }, 8],
])('an answer is painted with the cards in sight, then all: %s', (_, view, count) => {
  Object.assign(searchView, view)
  render(<ResultList people={people} readings={[]} onOpen={() => undefined} />)
  expect(shown()).toEqual(first(count))
  act(() => paint())
  expect(shown()).toEqual(first(25))
})
