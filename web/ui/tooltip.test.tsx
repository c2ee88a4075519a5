// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TooltipLayer } from './tooltip.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <button type="button" data-tooltip="Favorite (S)" aria-label="Favorite">
        ☆
      </button>
      <button type="button" data-tooltip="Theme" aria-label="Theme">
        ◐
      </button>
      <p>Elsewhere</p>
      <TooltipLayer />
    </>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const button = (name: string) => screen.getByRole('button', { name })
const hover = (element: Element, pointerType = 'mouse') =>
  fireEvent.pointerOver(element, { pointerType })
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null

it('NAV-23 a tooltip appears after 700 ms under the pointer, and describes what it is of', async () => {
  hover(button('Favorite'))
  await pass(699)
  expect(shown()).toBeNull()
  await pass(1)
  expect(shown()).toBe('Favorite (S)')
  const { id } = screen.getByRole('tooltip')
  expect(button('Favorite').getAttribute('aria-describedby')).toBe(id)
  hover(screen.getByText('Elsewhere'))
  await pass(149)
  expect(shown()).toBe('Favorite (S)')
  await pass(1)
  expect(shown()).toBeNull()
  expect(button('Favorite').hasAttribute('aria-describedby')).toBe(false)
})

it('NAV-23 none appears for a pointer that has passed, nor for a finger', async () => {
  hover(button('Favorite'))
  await pass(699)
  hover(screen.getByText('Elsewhere'))
  await pass(10_000)
  expect(shown()).toBeNull()
  hover(button('Favorite'), 'touch')
  await pass(10_000)
  expect(shown()).toBeNull()
})

it('a tooltip that is hovered stays, and one that says the name is not read out twice', async () => {
  hover(button('Theme'))
  await pass(700)
  expect(button('Theme').hasAttribute('aria-describedby')).toBe(false)
  hover(screen.getByText('Elsewhere'))
  await pass(100)
  hover(screen.getByRole('tooltip'))
  await pass(10_000)
  expect(shown()).toBe('Theme')
})

it.each([
  ['a press', () => fireEvent.pointerDown(document.body)],
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['scrolling', () => fireEvent.scroll(document.body)],
])('%s hides it at once', async (_, hide) => {
  hover(button('Favorite'))
  await pass(700)
  hide()
  await pass(0)
  expect(shown()).toBeNull()
})
