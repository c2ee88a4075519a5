import { describe, expect, it } from 'vitest'
import { addTags } from './tag-input-rules.ts'

describe('tags', () => {
  it('SEARCH-21 trims what is typed', () => {
    expect(addTags(['Boston'], '  New York ', 5)).toEqual({
      values: ['Boston', 'New York'],
      draft: '',
      note: null,
    })
  })

  it('SEARCH-21 ignores empty text', () => {
    expect(addTags(['Boston'], ' , ', 5).values).toEqual(['Boston'])
    expect(addTags(['Boston'], '', 5).note).toBeNull()
  })

  it('SEARCH-21 rejects a duplicate, whatever its case, and says so', () => {
    const result = addTags(['Boston'], 'BOSTON', 5)
    expect(result.values).toEqual(['Boston'])
    expect(result.note).toContain('already here')
  })

  it('adds each part of a pasted list', () => {
    expect(addTags([], 'Boston, Chicago,boston', 5).values).toEqual(['Boston', 'Chicago'])
  })

  it('SEARCH-22 refuses a sixth tag, keeps its text and says why', () => {
    const five = ['a', 'b', 'c', 'd', 'e']
    const result = addTags(five, 'f', 5)
    expect(result.values).toEqual(five)
    expect(result.draft).toBe('f')
    expect(result.note).toContain('5 at most')
  })

  it('SEARCH-22 fills the room that is left and keeps the rest', () => {
    const result = addTags(['a', 'b', 'c'], 'd, e, f', 5)
    expect(result.values).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(result.draft).toBe('f')
  })

  it('leaves the given array alone', () => {
    const values = ['a']
    addTags(values, 'b', 5)
    expect(values).toEqual(['a'])
  })
})
