import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ListScreen } from '#web/features/lists/list-screen.tsx'
import { ListTeaser } from '#web/features/lists/list-teaser.tsx'
import { type OrderName, orderIn } from '#web/features/lists/member-order.ts'
import { LIST_NOT_FOUND } from '#web/lib/guard-messages.ts'
import { isListId, teamIn } from '#web/lib/list-address.ts'
import { openForRoute } from '#web/replica/replica.ts'
import { sessionKnown, useMe, useSessionKnown } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

interface Search {
  /** A team's list; without one it is the account's own. */
  team?: string
  sort?: OrderName
}

export const Route = createFileRoute('/lists/$listId')({
  validateSearch: (search: Record<string, unknown>): Search => {
    const order = orderIn(search.sort)
    return { ...teamIn(search), ...(order ? { sort: order } : {}) }
  },
  beforeLoad: async ({ params, preload }) => {
    // The build prerenders a frame, of nobody's rows.
    if (import.meta.env.SSR) return
    const me = await sessionKnown()
    if (me && !isListId(params.listId)) {
      showToast({ title: LIST_NOT_FOUND, tone: 'danger' })
      throw redirect({ to: '/directory', replace: true })
    }
    if (me) openForRoute({ preload })
  },
  component: ListRoute,
})

function ListRoute() {
  const { listId } = Route.useParams()
  const { team = null, sort } = Route.useSearch()
  const { href } = useLocation()
  const navigate = Route.useNavigate()
  const me = useMe()
  // The prerendered document, one for every list, is of a session that is not known yet.
  const isKnown = useSessionKnown()
  const leave = useCallback(() => {
    showToast({ title: LIST_NOT_FOUND, tone: 'danger' })
    void navigate({ to: '/directory', replace: true })
  }, [navigate])
  if (isKnown && !me) return <ListTeaser from={href} />
  return (
    <ListScreen
      key={`${team} ${listId}`}
      listId={listId}
      team={team}
      order={sort}
      onOrder={(next) =>
        void navigate({
          search: (now) => ({ ...now, sort: orderIn(next) }),
          replace: true,
          resetScroll: false,
        })
      }
      onMissing={leave}
    />
  )
}
