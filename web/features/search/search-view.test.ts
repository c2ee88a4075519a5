import { afterEach, expect, it, vi } from 'vitest'
import { chooseDensity, searchView } from './search-view.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a density shows as chosen before the next paint, and the cards follow after it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let paint = () => {}
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    paint = run
    return 1
  })
  chooseDensity('compact')
  expect(searchView).toMatchObject({ density: 'compact', cardDensity: 'comfortable' })
  paint()
  expect(searchView.cardDensity).toBe('comfortable')
  vi.runAllTimers()
  expect(searchView).toMatchObject({ density: 'compact', cardDensity: 'compact' })
})
