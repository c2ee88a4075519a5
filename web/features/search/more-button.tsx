import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

/** Expands and collapses the rest of a list of options. */
export function MoreButton({
  isOpen,
  onToggle,
  children,
}: {
  isOpen: boolean
  onToggle(): void
  /** The number of further options: "181 more". */
  children: ReactNode
}) {
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-expanded={isOpen}
      className="-ml-3 self-start text-muted"
      onClick={onToggle}
    >
      {isOpen ? 'Show fewer' : children}
    </Button>
  )
}
