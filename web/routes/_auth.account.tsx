import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#web/features/account/account-screen.tsx'
import { ACCOUNT_TABS, type AccountTab } from '#web/features/account/account-tabs.ts'
import { LazyTeam } from '#web/features/team/lazy-team.tsx'
import { LazyTester } from '#web/features/tester/lazy-tester.tsx'
import { useActor } from '#web/session/session.ts'
import { forgetAccount } from '#web/session/sign-out.ts'
import { showToast } from '#web/ui/toast-store.ts'

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
      team={<LazyTeam />}
      testing={isAdmin && <LazyTester />}
      onTabChange={(next) => void navigate({ search: { tab: next }, replace: true })}
      onDeleted={handleDeleted}
    />
  )
}
