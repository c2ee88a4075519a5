import type { ReactNode } from 'react'

/** A key of the keyboard. Hidden where there is none to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="hidden h-5 min-w-5 items-center justify-center rounded-[4px] border border-line px-1 font-sans text-muted text-xs pointer-fine:inline-flex">
      {children}
    </kbd>
  )
}
