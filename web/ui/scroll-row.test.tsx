// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFadedRow } from './scroll-row.tsx'

/** Tells of changed sizes, by what is observed. */
const resized = new Map<Element, () => void>()

beforeEach(() => {
  resized.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly told: () => void) {}
      observe = (element: Element) => void resized.set(element, this.told)
      disconnect = () => resized.clear()
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Row() {
  return (
    <div {...useFadedRow<HTMLDivElement>()} data-testid="row">
      <ul />
    </div>
  )
}

/** Gives the row a width of 100 and its content another one. */
function size(row: HTMLElement, scrollWidth: number, scrollLeft = 0): void {
  for (const [name, value] of Object.entries({ clientWidth: 100, scrollWidth, scrollLeft })) {
    Object.defineProperty(row, name, { configurable: true, value })
  }
}

it('the end beyond which there is more fades, also where only the content has grown', () => {
  render(<Row />)
  const row = screen.getByTestId('row')
  expect(row.dataset.more).toBe('none')
  size(row, 300)
  act(() => resized.get(screen.getByRole('list'))?.())
  expect(row.dataset.more).toBe('end')
})

it('both ends fade in the middle, and the first at the end', () => {
  render(<Row />)
  const row = screen.getByTestId('row')
  size(row, 300, 50)
  fireEvent.scroll(row)
  expect(row.dataset.more).toBe('both')
  size(row, 300, 200)
  fireEvent.scroll(row)
  expect(row.dataset.more).toBe('start')
})
