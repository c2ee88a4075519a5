/**
 * The `ref` of a region whose parts go away: where the one with the focus does, the focus moves to the region,
 * and is not lost to the page. The region has `tabIndex={-1}`.
 */
export function keepFocus(region: HTMLElement | null): (() => void) | undefined {
  if (!region) return undefined
  let focused: Element | null = null
  const handleFocus = () => {
    focused = document.activeElement
  }
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return
    focused = null
    // The user may have moved the focus meanwhile.
    if (document.activeElement === document.body) region.focus({ preventScroll: true })
  })
  region.addEventListener('focusin', handleFocus)
  observer.observe(region, { childList: true, subtree: true })
  return () => {
    region.removeEventListener('focusin', handleFocus)
    observer.disconnect()
  }
}
