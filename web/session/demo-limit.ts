import { proxy } from 'valtio'

/** Whether the Demo Account Limitation dialog is open; it may cover any screen. */
export const demoLimit = proxy({ isOpen: false })

/** Opens the dialog; no call is made. */
export function showDemoLimit(): void {
  demoLimit.isOpen = true
}
