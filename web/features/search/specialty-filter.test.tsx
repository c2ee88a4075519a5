// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SpecialtyFilter } from './specialty-filter.tsx'

vi.mock('#web/lib/people/specialty-counts.ts', () => ({
  loadSpecialties: () => Promise.resolve({ options: [], failure: null }),
}))

afterEach(cleanup)

it('without specialties it does not say that nobody was found: people may have none', async () => {
  render(<SpecialtyFilter chosen={[]} facet={{}} onToggle={() => undefined} />)
  expect(await screen.findByText('No specialties to choose from.')).toBeDefined()
})
