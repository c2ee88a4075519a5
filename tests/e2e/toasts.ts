import type { Page } from 'playwright/test'

/**
 * Holds the next toast from its first moment, as under a pointer: the five seconds of one are few on a slow
 * machine. For a toast with something to press, or whose text is read after something else.
 */
export async function holdNextToast(page: Page): Promise<void> {
  await page.evaluate(() => {
    const before = document.querySelector('[data-toast]')
    new MutationObserver((_, observer) => {
      const toast = document.querySelector('[data-toast]')
      if (!toast || toast === before) return
      observer.disconnect()
      toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    }).observe(document.body, { childList: true, subtree: true })
  })
}
