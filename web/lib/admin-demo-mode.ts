import { showToast } from '#web/ui/toast-store.ts'

/** Hides the administration from an administrator's own screen, for demonstrations of the product. */
const KEY = 'adminDemoMode'

/** Long enough to read the first words of the toast. */
const RELOAD_DELAY_MS = 500

/** Whether the administration is hidden from this administrator's screen. */
export function isAdminDemoMode(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false
  }
}

/** Switches the mode, says so, and reloads the app. */
export function toggleAdminDemoMode(): void {
  const isOn = !isAdminDemoMode()
  try {
    localStorage.setItem(KEY, String(isOn))
  } catch {
    // Without storage the mode would not survive the reload.
    return
  }
  showToast(
    isOn
      ? { title: 'Demo Mode Enabled', description: 'Admin navigation is hidden.' }
      : { title: 'Demo Mode Disabled', description: 'Admin navigation is back.' },
  )
  setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
}
