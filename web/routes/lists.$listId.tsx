import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { ListScreen } from '#web/features/lists/list-screen.tsx'
import { ListTeaser } from '#web/features/lists/list-teaser.tsx'
import { type OrderName, orderIn } from '#web/features/lists/member-order.ts'
import {
  FROM_MISSING_LIST,
  isListId,
  reportMissingList,
  teamIn,
} from '#web/lib/lists/list-address.ts'
import { openForRoute } from '#web/replica/replica.ts'
import { sessionKnown, useMe, useSessionKnown } from '#web/session/session.ts'

interface Search {
  /** A team's list; without one it is the account's own. */
  team?: string | undefined
  sort?: OrderName | undefined
}

export const Route = createFileRoute('/lists/$listId')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...teamIn(search),
    sort: orderIn(search.sort),
  }),
  beforeLoad: async ({ params, preload }) => {
    // The build prerenders a frame, of nobody's rows.
    if (import.meta.env.SSR) return
    const me = await sessionKnown()
    if (me && !isListId(params.listId)) {
      reportMissingList()
      throw redirect(FROM_MISSING_LIST)
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
    />
  )
}
