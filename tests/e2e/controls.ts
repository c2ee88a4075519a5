import type { Page } from 'playwright/test'

/** Visible controls without a name, or too small for touch. A card's name is as large as its card. */
export function faultyControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const MIN_PX = 43.5
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role=radio]',
    )
    const sizeOf = (element: HTMLElement) => {
      const boxes = [
        element,
        ...(element instanceof HTMLInputElement ? (element.labels ?? []) : []),
      ]
      if (element.matches('input:not([type=checkbox])') && element.parentElement) {
        boxes.push(element.parentElement)
      }
      const sizes = boxes.map((box) => box.getBoundingClientRect())
      const target = getComputedStyle(element, '::after')
      return {
        width: Math.max(Number.parseFloat(target.width) || 0, ...sizes.map(({ width }) => width)),
        height: Math.max(
          Number.parseFloat(target.height) || 0,
          ...sizes.map(({ height }) => height),
        ),
      }
    }
    const nameOf = (element: HTMLElement) => {
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      const label = labels.map((each) => each.textContent).join(' ')
      return (element.getAttribute('aria-label') ?? (label || element.textContent)).trim()
    }
    return [...controls].flatMap((element) => {
      const isShown = element.checkVisibility({ visibilityProperty: true })
      const isInText = getComputedStyle(element).display === 'inline'
      if (!isShown || isInText || element.closest('.sr-only, [aria-hidden=true]')) return []
      const { width, height } = sizeOf(element)
      const name = nameOf(element)
      const isCardName = element.id.startsWith('person-')
      const isSmall = !isCardName && Math.min(width, height) < MIN_PX
      return isSmall || !name ? [`${name || element.outerHTML} ${width}×${height}`] : []
    })
  })
}
