import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#web/features/account/account-screen.tsx'
import { LazyTeam } from '#web/features/team/lazy-team.tsx'
import { LazyTester } from '#web/features/tester/lazy-tester.tsx'
import { ACCOUNT_TABS, type AccountTab } from '#web/lib/account/account-tabs.ts'
import { useActor } from '#web/session/session.ts'
import { forgetAccount } from '#web/session/sign-out.ts'
import { showToast } from '#web/ui/toast-store.ts'

interface AccountSearch {
  tab?: AccountTab | undefined
  /** Which team the Team tab shows first. */
  team?: string
  /** How its checkout ended: a session's id, or `PAYMENT_CANCELLED`. */
  payment?: string
}

export const Route = createFileRoute('/_auth/account')({
  validateSearch: (search: Record<string, unknown>): AccountSearch => {
    const tab = ACCOUNT_TABS.find((each) => each === search.tab)
    // `tab` is named even where undefined: the router keeps a param that its route does not name.
    if (tab !== 'team') return { tab }
    const text = (name: 'team' | 'payment') => {
      const value = search[name]
      return typeof value === 'string' && value !== '' ? { [name]: value } : {}
    }
    return { tab, ...text('team'), ...text('payment') }
  },
  component: AccountRoute,
})

function AccountRoute() {
  const navigate = Route.useNavigate()
  const { tab = 'profile', team, payment } = Route.useSearch()
  const isAdmin = useActor().role === 'admin'

  function handleDeleted() {
    showToast({ title: 'Your account is deleted', tone: 'ok' })
    void forgetAccount(() => navigate({ to: '/' }))
  }

  return (
    <AccountScreen
      tab={tab}
      team={<LazyTeam team={team} payment={payment} />}
      testing={isAdmin && <LazyTester />}
      onTabChange={(next) => void navigate({ search: { tab: next }, replace: true })}
      onDeleted={handleDeleted}
    />
  )
}
