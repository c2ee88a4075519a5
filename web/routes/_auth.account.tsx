import { createFileRoute } from '@tanstack/react-router'
import {
  ACCOUNT_TABS,
  AccountScreen,
  type AccountTab,
} from '../features/account/account-screen.tsx'
import { forgetSession } from '../lib/session.ts'
import { showToast } from '../ui/toast-store.ts'

export const Route = createFileRoute('/_auth/account')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: AccountTab } => {
    const known = ACCOUNT_TABS.find((each) => each === tab)
    return known ? { tab: known } : {}
  },
  component: AccountRoute,
})

function AccountRoute() {
  const navigate = Route.useNavigate()
  const { tab = 'profile' } = Route.useSearch()

  async function leave() {
    showToast({ title: 'Your account is deleted', tone: 'ok' })
    await navigate({ to: '/' })
    await forgetSession()
  }

  return (
    <AccountScreen
      tab={tab}
      onTabChange={(next) => void navigate({ search: { tab: next }, replace: true })}
      onDeleted={() => void leave()}
    />
  )
}
