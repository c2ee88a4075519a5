import { describe, expect, it } from 'vitest'
import { shortcutOf, stepTo } from './shortcuts.ts'

const press = (key: string, held: Partial<Parameters<typeof shortcutOf>[0]> = {}) =>
  shortcutOf({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    isTyping: false,
    ...held,
  })

describe('keys', () => {
  it('are shortcuts while nobody types', () => {
    expect(['/', 'j', 'K', 'x', 'l', 'e', 'r', 's', '?'].map((key) => press(key))).toEqual([
      'search',
      'next',
      'previous',
      'select',
      'list',
      'email',
      'reveal',
      'save',
      'shortcuts',
    ])
    expect(press('q')).toBeNull()
  })

  it('belong to the text while the user types, but for the palette', () => {
    expect(press('j', { isTyping: true })).toBeNull()
    expect(press('k', { isTyping: true, ctrlKey: true })).toBe('palette')
    expect(press('k', { metaKey: true })).toBe('palette')
  })

  it('leave the combinations of the browser alone', () => {
    expect(press('r', { ctrlKey: true })).toBeNull()
    expect(press('x', { metaKey: true })).toBeNull()
  })
})

describe('moving along the list', () => {
  const ids = ['a', 'b', 'c']

  it('starts at the first and stops at the ends', () => {
    expect(stepTo(ids, null, 1)).toBe('a')
    expect(stepTo(ids, 'gone', 1)).toBe('a')
    expect(stepTo(ids, 'a', 1)).toBe('b')
    expect(stepTo(ids, 'c', 1)).toBe('c')
    expect(stepTo(ids, 'a', -1)).toBe('a')
    expect(stepTo([], null, 1)).toBeUndefined()
  })
})
