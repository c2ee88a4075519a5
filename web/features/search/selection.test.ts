import { describe, expect, it } from 'vitest'
import {
  afterPageChange,
  isPageSelected,
  NOTHING_SELECTED,
  selectAll,
  toggleOne,
  togglePage,
} from './selection.ts'

const page = ['a', 'b', 'c']

describe('selection', () => {
  it('SELECT-01 starts in none, and ticking one person gives page', () => {
    expect(NOTHING_SELECTED.mode).toBe('none')
    const one = toggleOne(NOTHING_SELECTED, 'a')
    expect(one).toEqual({ mode: 'page', ids: new Set(['a']) })
  })

  it('SELECT-02 selects the page, and clears on the second click', () => {
    const selected = togglePage(NOTHING_SELECTED, page)
    expect(selected).toEqual({ mode: 'page', ids: new Set(page) })
    expect(isPageSelected(selected, page)).toBe(true)
    expect(togglePage(selected, page)).toBe(NOTHING_SELECTED)
  })

  it('SELECT-02 completes a page that is selected in part', () => {
    const part = toggleOne(NOTHING_SELECTED, 'a') ?? NOTHING_SELECTED
    expect(isPageSelected(part, page)).toBe(false)
    expect(togglePage(part, page).ids).toEqual(new Set(page))
  })

  it('SELECT-03 SELECT-05 selects all found, mode all', () => {
    expect(selectAll(page)).toEqual({ mode: 'all', ids: new Set(page) })
    expect(selectAll([])).toBe(NOTHING_SELECTED)
  })

  it('SELECT-06 refuses to untick one person in mode all', () => {
    expect(toggleOne(selectAll(page), 'a')).toBeNull()
  })

  it('SELECT-03 ticks a person found since in mode all, up to 500', () => {
    expect(toggleOne(selectAll(page), 'z')).toEqual({ mode: 'all', ids: new Set([...page, 'z']) })
    const first = Array.from({ length: 500 }, (_, place) => `person ${place}`)
    expect(toggleOne(selectAll(first.slice(1)), 'z')?.ids.size).toBe(500)
    expect(toggleOne(selectAll(first), 'z')).toBeNull()
  })

  it('SELECT-07 returns to none when the last one is unticked', () => {
    const one = toggleOne(NOTHING_SELECTED, 'a') ?? NOTHING_SELECTED
    expect(toggleOne(one, 'a')).toBe(NOTHING_SELECTED)
  })

  it('SELECT-10 forgets a page on the way to another, and keeps all', () => {
    expect(afterPageChange(togglePage(NOTHING_SELECTED, page))).toBe(NOTHING_SELECTED)
    const all = selectAll(page)
    expect(afterPageChange(all)).toBe(all)
  })
})
