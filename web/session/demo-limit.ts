import { proxy } from 'valtio'

/** Whether the Demo Account Limitation dialog is open; it lies over any screen. */
export const demoLimit = proxy({ isOpen: false })

/** Says what a demo account cannot do. No call is made. */
export function showDemoLimit(): void {
  demoLimit.isOpen = true
}
