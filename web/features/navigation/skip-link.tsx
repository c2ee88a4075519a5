import type { ReactNode } from 'react'

/**
 * A skip link past the content before `to`; visible while focused. It leaves the address alone once the
 * app runs: on some screens the address is the state.
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
