import { createFileRoute } from '@tanstack/react-router'
import { CallBlockScreen } from '#web/features/call-block/call-block-screen.tsx'

/** The form of a team's id. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const Route = createFileRoute('/_auth/lists_/$listId_/call')({
  // A team's list; without one it is the account's own.
  validateSearch: ({ team }: Record<string, unknown>): { team?: string } =>
    typeof team === 'string' && UUID.test(team) ? { team } : {},
  component: CallBlockRoute,
})

function CallBlockRoute() {
  const { listId } = Route.useParams()
  const { team = null } = Route.useSearch()
  return <CallBlockScreen key={`${team} ${listId}`} listId={listId} team={team} />
}
