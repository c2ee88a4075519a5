import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Long enough not to flicker under a passing pointer. */
const HOVER_DELAY_MS = 700

/** Stands once at the root: all tooltips below share its delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={HOVER_DELAY_MS}>{children}</Radix.Provider>
}

/** Explains one focusable child on hover and focus. */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade-in rounded-sm bg-ink px-2 py-1 text-paper text-xs shadow-floating"
        >
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
