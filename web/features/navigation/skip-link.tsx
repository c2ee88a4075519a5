import type { ReactNode } from 'react'

/**
 * Leads the keyboard past what stands before `to`; in sight while it has the focus. The address is
 * left alone once the app runs: on some screens it is the state.
 */
export function SkipLink({
  to,
  children,
}: {
  /** The id of an element that takes the focus. */
  to: string
  children: ReactNode
}) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
      className="sr-only z-50 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-sm focus:bg-surface focus:px-4 focus:py-2 focus:shadow-floating"
    >
      {children}
    </a>
  )
}
