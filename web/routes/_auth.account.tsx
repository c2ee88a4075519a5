import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '../features/account/account-screen.tsx'
import { ACCOUNT_TABS, type AccountTab } from '../features/account/account-tabs.ts'
import { LazyTester } from '../features/tester/lazy-tester.tsx'
import { useActor } from '../lib/session.ts'
import { forgetAccount } from '../lib/sign-out.ts'
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
  const isAdmin = useActor().role === 'admin'

  function handleDeleted() {
    showToast({ title: 'Your account is deleted', tone: 'ok' })
    void forgetAccount(() => navigate({ to: '/' }))
  }

  return (
    <AccountScreen
      tab={tab}
      testing={isAdmin && <LazyTester />}
      onTabChange={(next) => void navigate({ search: { tab: next }, replace: true })}
      onDeleted={handleDeleted}
    />
  )
}
