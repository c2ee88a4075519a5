import { Link } from '@tanstack/react-router'
import { UserMinus, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { LIST_FAILED } from './list-messages.ts'
import type { ListAt } from './use-list.ts'

/** Shown in place of a list, and nothing while it is here. */
export function AbsentList({
  at: { status, leftTeam },
  skeleton,
}: {
  at: ListAt
  skeleton: ReactNode
}) {
  switch (status) {
    case 'here':
      return null
    // The screen is left.
    case 'missing':
      return null
    case 'loading':
      return skeleton
    case 'failed':
      return <ErrorPanel title={LIST_FAILED.title}>{LIST_FAILED.description}</ErrorPanel>
    case 'away':
      return (
        <EmptyState isWholeScreen icon={WifiOff} title="This list is not on this device">
          It comes by itself once this device has caught up, if it is yours and still there.
        </EmptyState>
      )
    case 'left':
      return (
        <EmptyState
          isWholeScreen
          icon={UserMinus}
          title={`You are no longer in ${leftTeam ?? 'this team'}`}
          action={
            <Link to="/lists" className={buttonClass({ variant: 'primary' })}>
              My Lists
            </Link>
          }
        >
          Its lists are gone from this device. Your own lists are where they were.
        </EmptyState>
      )
  }
}
