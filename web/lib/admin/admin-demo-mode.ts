import { readStored, store } from '#web/lib/local-storage.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** Hides the administration from an administrator's own screen, for demonstrations of the product. */
const KEY = 'adminDemoMode'

/** Long enough to read the first words of the toast. */
const RELOAD_DELAY_MS = 500

/** Whether the administration is hidden from this administrator's screen. */
export function isAdminDemoMode(): boolean {
  return readStored(KEY) === 'true'
}

/** Switches the mode, says so, and reloads the app. */
export function toggleAdminDemoMode(): void {
  const isOn = !isAdminDemoMode()
  // Without storage the mode would not survive the reload.
  if (!store(KEY, String(isOn))) return
  showToast(
    isOn
      ? { title: 'Demo Mode Enabled', description: 'Admin navigation is hidden.' }
      : { title: 'Demo Mode Disabled', description: 'Admin navigation is back.' },
  )
  setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
}
