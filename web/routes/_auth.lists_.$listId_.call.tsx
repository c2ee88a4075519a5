import { createFileRoute, redirect } from '@tanstack/react-router'
import { CallBlockScreen } from '#web/features/call-block/call-block-screen.tsx'
import {
  FROM_MISSING_LIST,
  isListId,
  reportMissingList,
  teamIn,
} from '#web/lib/lists/list-address.ts'

export const Route = createFileRoute('/_auth/lists_/$listId_/call')({
  validateSearch: teamIn,
  beforeLoad: ({ params }) => {
    if (isListId(params.listId)) return
    reportMissingList()
    throw redirect(FROM_MISSING_LIST)
  },
  component: CallBlockRoute,
})

function CallBlockRoute() {
  const { listId } = Route.useParams()
  const { team = null } = Route.useSearch()
  return <CallBlockScreen key={`${team} ${listId}`} listId={listId} team={team} />
}
