import { DEMO_DISABLED } from '../../lib/error-messages.ts'
import { useMe } from '../../lib/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ExportsTab } from './exports-tab.tsx'
import { planSummary } from './plan-summary.ts'
import { ProfileTab } from './profile-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { SubscriptionTab } from './subscription-tab.tsx'

export const ACCOUNT_TABS = ['profile', 'subscription', 'exports', 'security'] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]

/** `/account` */
export function AccountScreen({
  tab,
  onTabChange,
  onDeleted,
}: {
  tab: AccountTab
  onTabChange(tab: AccountTab): void
  /** The account is gone, and so is the session. */
  onDeleted(): void
}) {
  const me = useMe()
  if (!me?.user) return <AccountSkeleton />
  const isDemo = me.demo.isRestricted
  const { plan, status } = planSummary(me)
  return (
    <div className="page pt-8 pb-16 md:pt-12">
      <h1 className="font-semibold text-xl">Account Settings</h1>
      <p className="mt-1 text-muted">
        {me.user.email}
        <span aria-hidden> · </span>
        <span className="text-ink">{plan}</span>
        <span aria-hidden> · </span>
        {status}
      </p>
      <div className="mt-6">
        <Tabs
          label="Account Settings"
          value={isDemo && tab === 'subscription' ? 'profile' : tab}
          onValueChange={(value) => onTabChange(value as AccountTab)}
          tabs={[
            {
              value: 'profile',
              label: 'Profile',
              content: <ProfileTab user={me.user} isReadOnly={isDemo} />,
            },
            {
              value: 'subscription',
              label: 'Subscription',
              ...(isDemo ? { disabledReason: DEMO_DISABLED } : {}),
              content: <SubscriptionTab me={me} />,
            },
            { value: 'exports', label: 'Exports', content: <ExportsTab /> },
            {
              value: 'security',
              label: 'Security',
              content: <SecurityTab isDemo={isDemo} onDeleted={onDeleted} />,
            },
          ]}
        />
      </div>
    </div>
  )
}

function AccountSkeleton() {
  return (
    <div role="status" aria-label="Loading account" className="page pt-8 pb-16 md:pt-12">
      <Skeleton className="h-8 w-56" />
      <Skeleton className="mt-1 h-5 w-72 max-w-full" />
      <Skeleton className="mt-6 h-9" />
      <Skeleton className="mt-4 h-80 max-w-120" />
    </div>
  )
}
