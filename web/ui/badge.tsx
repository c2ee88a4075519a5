import type { ReactNode } from 'react'

/**
 * A word on its colour; a phone shows a long one in two lines. `hue` is one of the names in tokens.css; an
 * unknown one is the default.
 */
export function Badge({ hue, children }: { hue: string; children: ReactNode }) {
  return (
    <span
      data-hue={hue}
      className="hued inline-flex min-h-5 min-w-0 max-w-full items-center rounded-[4px] px-1.5 font-medium text-xs"
    >
      <span className="min-w-0 md:truncate">{children}</span>
    </span>
  )
}
