/** A second press that comes later, or further from the first, is meant. */
const WITHIN_MS = 400
const WITHIN_PX = 24

interface Press {
  panel: Element
  at: number
  x: number
  y: number
}

/** The last press in a panel. */
let press: Press | undefined
let isWatching = false

/**
 * From now on, the second press of a double tap in a panel which the first has closed presses nothing that lies
 * beneath it.
 */
export function ignoreSecondPresses(): void {
  if (isWatching) return
  isWatching = true
  for (const type of ['pointerdown', 'mousedown', 'click']) {
    addEventListener(type, (event) => handlePress(event as MouseEvent), { capture: true })
  }
}

function handlePress(event: MouseEvent): void {
  const { type, target, detail, timeStamp: at, clientX: x, clientY: y } = event
  // By a key, or by code.
  if (type === 'click' && detail === 0) return
  const panel = target instanceof Element ? target.closest('[role$=dialog]') : null
  if (press && panel !== press.panel && isSecond(press, { at, x, y })) {
    event.preventDefault()
    event.stopImmediatePropagation()
    return
  }
  if (type === 'click') press = panel ? { panel, at, x, y } : undefined
}

function isSecond(first: Press, { at, x, y }: Omit<Press, 'panel'>): boolean {
  return at - first.at < WITHIN_MS && Math.hypot(x - first.x, y - first.y) < WITHIN_PX
}
