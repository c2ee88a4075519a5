import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#web/features/admin-settings/settings-screen.tsx'
import { readSettingsTab } from '#web/features/admin-settings/settings-search.ts'

export const Route = createFileRoute('/_auth/_admin/admin-settings')({
  validateSearch: readSettingsTab,
  component: SettingsRoute,
})

function SettingsRoute() {
  // The router passes on unread search params, too.
  const { tab = 'assets' } = readSettingsTab({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  return (
    <SettingsScreen
      tab={tab}
      onTabChange={(next) => void navigate({ search: readSettingsTab({ tab: next }) })}
    />
  )
}
