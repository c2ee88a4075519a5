import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NextChoice } from './next-choice.tsx'

const { offered } = vi.hoisted(() => ({ offered: new Map<string, string>() }))
vi.mock('#web/ui/toggle-chips.tsx', () => ({
  TOGGLE_CHIP: '',
  ToggleChips: ({
    choices,
    legend,
    children,
  }: {
    choices: { label: string; value: string }[]
    legend: unknown
    children: unknown
  }) => {
    for (const { label, value } of choices) offered.set(label, value)
    return [legend, children]
  },
}))

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 15), toFake: ['Date'] })
  offered.clear()
})
afterEach(() => vi.useRealTimers())

const shown = (value: string | null) =>
  renderToStaticMarkup(<NextChoice value={value} onChange={() => undefined} />)

it('offers tomorrow, the next Monday and the day in two weeks, and no day that is over', () => {
  expect(shown(null)).toContain('type="date" min="2026-11-23"')
  expect([...offered]).toEqual([
    ['Tomorrow', '2026-11-24'],
    ['Monday', '2026-11-30'],
    ['In two weeks', '2026-12-07'],
  ])
})

it('on a Sunday, Monday is tomorrow, and is offered once', () => {
  vi.setSystemTime(new Date(2026, 10, 22, 15))
  shown(null)
  expect([...offered]).toEqual([
    ['Tomorrow', '2026-11-23'],
    ['In two weeks', '2026-12-06'],
  ])
})

it('says the chosen day; the field has it where it is none of those', () => {
  expect(shown('2026-11-30')).toContain('Mon, Nov 30')
  expect(shown('2026-11-30')).toContain('value=""')
  expect(shown('2026-12-01')).toContain('value="2026-12-01"')
})
