import { createFileRoute } from '@tanstack/react-router'
import { DashboardScreen } from '#web/features/admin-approval/dashboard-screen.tsx'
import { readFiguresSearch } from '#web/features/figures/figures-range.ts'
import { FiguresSection } from '#web/features/figures/figures-section.tsx'

export const Route = createFileRoute('/_auth/_admin/admin-dashboard')({
  validateSearch: readFiguresSearch,
  component: DashboardRoute,
})

function DashboardRoute() {
  // The router passes on unread search params, too.
  const range = readFiguresSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  return (
    <DashboardScreen>
      <FiguresSection
        range={range}
        onRange={(next) => void navigate({ search: next, resetScroll: false })}
      />
    </DashboardScreen>
  )
}
