import { createFileRoute, redirect } from '@tanstack/react-router'
import { useCallback } from 'react'
import { CallBlockScreen } from '#web/features/call-block/call-block-screen.tsx'
import { LIST_NOT_FOUND } from '#web/lib/guard-messages.ts'
import { isListId, teamIn } from '#web/lib/list-address.ts'
import { showToast } from '#web/ui/toast-store.ts'

export const Route = createFileRoute('/_auth/lists_/$listId_/call')({
  validateSearch: teamIn,
  beforeLoad: ({ params }) => {
    if (isListId(params.listId)) return
    showToast({ title: LIST_NOT_FOUND, tone: 'danger' })
    throw redirect({ to: '/directory', replace: true })
  },
  component: CallBlockRoute,
})

function CallBlockRoute() {
  const { listId } = Route.useParams()
  const { team = null } = Route.useSearch()
  const navigate = Route.useNavigate()
  const leave = useCallback(() => {
    showToast({ title: LIST_NOT_FOUND, tone: 'danger' })
    void navigate({ to: '/directory', replace: true })
  }, [navigate])
  return <CallBlockScreen key={`${team} ${listId}`} listId={listId} team={team} onMissing={leave} />
}
