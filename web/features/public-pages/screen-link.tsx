import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGES } from '../../../sync/contract/pages.ts'

/** A link to a screen, or nothing while there is no such screen. */
export function ScreenLink({
  to,
  className,
  children,
}: {
  to: string
  className: string
  children: ReactNode
}) {
  if (!(to in PAGES)) return null
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}
