import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** A small panel beside its button. `trigger` is one focusable element. */
export function Popover({
  trigger,
  label,
  isOpen,
  onOpenChange,
  align = 'end',
  children,
}: {
  trigger: ReactNode
  label: string
  isOpen?: boolean
  onOpenChange?(isOpen: boolean): void
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 w-80 max-w-[calc(100vw-1rem)] animate-fade-in rounded-md border border-line bg-surface p-4 shadow-floating outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
