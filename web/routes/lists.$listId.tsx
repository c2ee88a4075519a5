import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ListScreen } from '../features/lists/list-screen.tsx'
import { ListTeaser } from '../features/lists/list-teaser.tsx'
import { LIST_NOT_FOUND } from '../lib/list-messages.ts'
import { sessionKnown, useMe } from '../lib/session.ts'
import { showToast } from '../ui/toast-store.ts'

/** No list has any other id. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const Route = createFileRoute('/lists/$listId')({
  beforeLoad: async ({ params }) => {
    if ((await sessionKnown()) && !UUID.test(params.listId)) {
      showToast({ title: LIST_NOT_FOUND, tone: 'danger' })
      throw redirect({ to: '/directory', replace: true })
    }
  },
  component: ListRoute,
})

function ListRoute() {
  const { listId } = Route.useParams()
  const { href } = useLocation()
  const navigate = Route.useNavigate()
  const me = useMe()
  const leave = useCallback(() => {
    showToast({ title: LIST_NOT_FOUND, tone: 'danger' })
    void navigate({ to: '/directory', replace: true })
  }, [navigate])
  if (!me) return <ListTeaser from={href} />
  return <ListScreen key={listId} listId={listId} onMissing={leave} />
}
