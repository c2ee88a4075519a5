import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { TestResult } from './test-run.ts'
import { Tester } from './tester.tsx'

const results: TestResult[] = [
  {
    complexity: 'simple',
    filters: { state: ['NV'] },
    outcome: { hasPassed: true, count: 1204 },
    ms: 81.6,
  },
  {
    complexity: 'ultra',
    filters: { query: 'icu' },
    outcome: { hasPassed: false, reason: 'It broke.' },
    ms: 20,
  },
]
vi.mock('./use-tester.ts', () => ({ useTester: () => ({ planned: 20, results, isRunning: true }) }))

it('TESTER-08 shows how many have passed and failed, and what each searched, found and took', () => {
  const page = renderToStaticMarkup(<Tester />)
  const words = page.slice(page.indexOf('aria-label="Totals"')).split(/<[^>]*>/)
  expect(words.slice(1).filter(Boolean)).toEqual([
    ...['Run', '2 of 20', 'Passed', '1', 'Failed', '1'],
    ...['1', 'simple', 'state: NV', 'Passed, 1,204 people', '82 ms'],
    ...['2', 'ultra', 'query: icu', 'Failed: It broke.', '20 ms'],
  ])
})
