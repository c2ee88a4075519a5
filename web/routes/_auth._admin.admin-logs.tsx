import { createFileRoute } from '@tanstack/react-router'
import { readLogView } from '#web/features/admin-logs/log-view.ts'
import { LogsScreen } from '#web/features/admin-logs/logs-screen.tsx'

export const Route = createFileRoute('/_auth/_admin/admin-logs')({
  validateSearch: readLogView,
  component: LogsRoute,
})

function LogsRoute() {
  // The router passes on unread search params, too.
  const { range = '24h', ...view } = readLogView({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  return <LogsScreen view={{ range, ...view }} onShow={(next) => void navigate({ search: next })} />
}
