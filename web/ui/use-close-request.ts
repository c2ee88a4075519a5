import { useRouter } from '@tanstack/react-router'
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

/** A phone or a tablet, where Back is a gesture that also closes what is open. */
const IS_TOUCH = '(pointer: coarse)'

/**
 * While a layer is open, the device's own way to close it (Back on a phone) is what Escape is: it closes
 * the layer, and does not leave the screen. A pressed Escape stays radix's, which prevents its default.
 */
export function useCloseRequest(): void {
  const router = useRouter({ warn: false })
  useEffect(() => {
    const { CloseWatcher } = window
    if (CloseWatcher) return watchForRequests(CloseWatcher)
    if (!matchMedia(IS_TOUCH).matches) return
    return router.history.block({
      enableBeforeUnload: false,
      blockerFn({ action }) {
        if (action === 'BACK') pressEscape()
        return action === 'BACK'
      },
    })
  }, [router])
}

/** @returns the function that ends it. */
function watchForRequests(Watcher: new () => CloseWatcher): () => void {
  function watch() {
    const watcher = new Watcher()
    watcher.onclose = () => {
      // A watcher hears one request, and a field in the layer may have been what closed.
      current = watch()
      pressEscape()
    }
    return watcher
  }
  let current = watch()
  return () => current.destroy()
}

function pressEscape(): void {
  const target = document.activeElement ?? document.body
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )
}
