import { describe, expect, it } from 'vitest'
import type { Reading } from '#api/contract/search.ts'
import { NO_FILTERS } from './filters.ts'
import { understood } from './understood.ts'

const readings: Reading[] = [{ text: 'texas', from: 0, to: 5, kind: 'state', values: ['Texas'] }]
const texas = { ...NO_FILTERS, query: 'texas' }
const nurse = { ...NO_FILTERS, query: 'nurse' }
const asTyped = (filters: typeof texas) => ({ filters, readings: undefined, isStale: false })

describe('the line of the text', () => {
  it('says how the text was read, with the filters there are now', () => {
    const narrowed = { ...texas, city: ['Austin'] }
    expect(understood(narrowed, { filters: texas, readings })).toEqual({
      filters: narrowed,
      readings,
      isStale: false,
    })
  })

  it('keeps what was understood of the text before until the next is read', () => {
    expect(understood(nurse, { filters: texas, readings })).toEqual({
      filters: texas,
      readings,
      isStale: true,
    })
  })

  it('shows the text as typed where nothing was read before, or reading it failed', () => {
    for (const last of [
      null,
      { filters: NO_FILTERS, readings: [] },
      { filters: { ...texas, exact: true }, readings: [] },
      { filters: texas, readings: undefined },
    ]) {
      expect(understood(nurse, last)).toEqual(asTyped(nurse))
    }
  })

  it('says nothing of a text that is gone, or taken exactly', () => {
    const exactly = { ...texas, exact: true }
    expect(understood(NO_FILTERS, { filters: texas, readings })).toEqual(asTyped(NO_FILTERS))
    expect(understood(exactly, { filters: texas, readings })).toEqual(asTyped(exactly))
  })
})
