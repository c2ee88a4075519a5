import { describe, expect, it } from 'vitest'
import { stateOptions } from './state-options.ts'

describe('the states to choose from', () => {
  it('SEARCH-23 are the 50 states and DC by name, below "Any state"', () => {
    const options = stateOptions('', undefined)
    expect(options).toHaveLength(52)
    expect(options.slice(0, 3)).toEqual([
      { value: '', label: 'Any state' },
      { value: 'AL', label: 'Alabama' },
      { value: 'AK', label: 'Alaska' },
    ])
  })

  it('come by the people of this search once counted, empty ones dimmed', () => {
    const options = stateOptions('', { VT: 1204, AK: 3 })
    expect(options.slice(1, 4)).toEqual([
      { value: 'VT', label: 'Vermont (1,204)', isDimmed: false },
      { value: 'AK', label: 'Alaska (3)', isDimmed: false },
      { value: 'AL', label: 'Alabama (0)', isDimmed: true },
    ])
  })

  it('hold a province that the address brought', () => {
    const options = stateOptions('QC', undefined)
    expect(options).toContainEqual({ value: 'QC', label: 'Quebec' })
  })
})
