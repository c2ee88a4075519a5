import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '#web/features/admin-users/audit-screen.tsx'
import { readAuditSearch } from '#web/features/admin-users/audit-search.ts'

export const Route = createFileRoute('/_auth/_admin/admin-audit')({
  validateSearch: readAuditSearch,
  component: AuditRoute,
})

function AuditRoute() {
  // The router passes on unread search params, too.
  const filters = readAuditSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  return (
    <AuditScreen
      filters={filters}
      onFilter={(next) => void navigate({ search: readAuditSearch(next) })}
    />
  )
}
