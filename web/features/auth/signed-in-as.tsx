import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMe } from '#web/session/session.ts'

/** Below a form that signs in: which account is signed in already; without one, `children`. */
export function SignedInAs({ children }: { children: ReactNode }) {
  const email = useMe()?.user?.email
  if (!email) return children
  return (
    <>
      You are signed in as <b className="wrap-anywhere font-semibold text-ink">{email}</b>.{' '}
      <Link to="/search">Go to the search</Link>
    </>
  )
}
