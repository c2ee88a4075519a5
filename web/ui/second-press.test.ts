// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { ignoreSecondPresses } from './second-press.ts'

let pressed: string[]
let at: number
beforeEach(() => {
  pressed = []
  // Each test is long after the last.
  at = (at ?? 0) + 10_000
  document.body.innerHTML = `
    <button id="beneath">Beneath</button>
    <div role="dialog"><button id="done">Done</button><button id="more">More</button></div>
    <div role="alertdialog"><button id="sure">Sure</button></div>`
  for (const button of document.querySelectorAll('button')) {
    button.onclick = () => pressed.push(button.id)
    button.onpointerdown = () => pressed.push(`down on ${button.id}`)
  }
  ignoreSecondPresses()
  ignoreSecondPresses()
})

/** Presses a button after a while. @param detail 0 for a press by a key. */
function press(id: string, afterMs: number, { x = 100, y = 100, detail = 1 } = {}): void {
  at += afterMs
  for (const type of detail === 0 ? ['click'] : ['pointerdown', 'mousedown', 'click']) {
    const init = { bubbles: true, cancelable: true, clientX: x, clientY: y, detail }
    const event = new MouseEvent(type, init)
    vi.spyOn(event, 'timeStamp', 'get').mockReturnValue(at)
    document.getElementById(id)?.dispatchEvent(event)
  }
}

it('the second press of a double tap that closed a panel presses nothing beneath it', () => {
  press('done', 0)
  press('beneath', 399, { x: 110, y: 90 })
  expect(pressed).toEqual(['down on done', 'done'])
})

it('nor in the panel that came in its place', () => {
  press('done', 0)
  press('sure', 200)
  expect(pressed).toEqual(['down on done', 'done'])
})

it.each([
  { what: 'after a while', id: 'beneath', afterMs: 400, options: {} },
  { what: 'elsewhere', id: 'beneath', afterMs: 100, options: { x: 124 } },
  { what: 'in the same panel', id: 'more', afterMs: 100, options: {} },
  { what: 'by a key', id: 'beneath', afterMs: 100, options: { detail: 0 } },
])('a press $what is meant', ({ id, afterMs, options }) => {
  press('done', 0)
  pressed = []
  press(id, afterMs, options)
  expect(pressed.at(-1)).toBe(id)
})

it('two presses outside of a panel are meant', () => {
  press('beneath', 0)
  press('beneath', 50)
  expect(pressed.filter((id) => id === 'beneath')).toHaveLength(2)
})
