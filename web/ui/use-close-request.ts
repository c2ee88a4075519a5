import { useEffect } from 'react'

interface CloseWatcher {
  onclose: (() => void) | null
  destroy(): void
}

declare global {
  interface Window {
    /** Missing in Safari and Firefox. */
    CloseWatcher?: new () => CloseWatcher
  }
}

/**
 * While a layer is open, the device's own way to close it (Back on Android) is what Escape is: it closes
 * the layer, and does not leave the screen. A pressed Escape stays radix's, which prevents its default.
 */
export function useCloseRequest(): void {
  useEffect(() => {
    const { CloseWatcher } = window
    if (!CloseWatcher) return
    const watch = () => {
      const watcher = new CloseWatcher()
      watcher.onclose = () => {
        // A watcher hears one request, and a field in the layer may have been what closed.
        current = watch()
        const target = document.activeElement ?? document.body
        const init = { key: 'Escape', bubbles: true, cancelable: true }
        target.dispatchEvent(new KeyboardEvent('keydown', init))
      }
      return watcher
    }
    let current = watch()
    return () => current.destroy()
  }, [])
}
