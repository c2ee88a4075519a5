import { showToast } from '#web/ui/toast-store.ts'

/** Hides the administration from an administrator's own screen, for showing the product around. */
const KEY = 'adminDemoMode'

/** Long enough to read the first words of the toast. */
const RELOAD_DELAY_MS = 500

export function isAdminDemoMode(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false
  }
}

/** Switches it, says so, and starts the app anew. */
export function toggleAdminDemoMode(): void {
  const isOn = !isAdminDemoMode()
  try {
    localStorage.setItem(KEY, String(isOn))
  } catch {
    // Without storage there is no mode to keep: the reload would lose it.
    return
  }
  showToast(
    isOn
      ? { title: 'Demo Mode Enabled', description: 'Admin navigation is hidden.' }
      : { title: 'Demo Mode Disabled', description: 'Admin navigation is back.' },
  )
  setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
}
