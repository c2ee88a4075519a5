import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { siteFigure } from '#web/lib/site-values.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFrame } from './list-screen.tsx'

/** For a visitor at a list's address: the directory's offer, and the way to sign in. */
export function ListTeaser({ from }: { from: string }) {
  return (
    <ListFrame>
      <EmptyState
        icon={ListChecks}
        title="Sign in to see this list"
        action={
          <>
            <Link to="/login" state={{ from }} className={buttonClass({ variant: 'primary' })}>
              Log in
            </Link>
            <Link to="/signup" state={{ from }} className={buttonClass()}>
              Get Started
            </Link>
          </>
        }
      >
        The directory holds {siteFigure('figure_directory')} healthcare professionals. Subscribers
        keep whom they find in lists, on every device.
      </EmptyState>
    </ListFrame>
  )
}
