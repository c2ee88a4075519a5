import type { ReactNode } from 'react'
import { DEMO_DISABLED } from '#web/lib/error-messages.ts'
import { useMe } from '#web/session/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { AccountTab } from './account-tabs.ts'
import { DeviceTab } from './device-tab.tsx'
import { ExportsTab } from './exports-tab.tsx'
import { NotificationsTab } from './notifications-tab.tsx'
import { planSummary } from './plan-summary.ts'
import { ProfileTab } from './profile-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { SubscriptionTab } from './subscription-tab.tsx'

/** Tabs that a demo account sees and cannot open. */
const CLOSED_TO_DEMO: readonly AccountTab[] = ['subscription', 'team', 'notifications']

/** `/account` */
export function AccountScreen({
  tab,
  team,
  testing,
  onTabChange,
  onDeleted,
}: {
  tab: AccountTab
  /** Content of the Team tab. */
  team: ReactNode
  /** Content of the Testing tab; without it there is no such tab. */
  testing?: ReactNode
  onTabChange(tab: AccountTab): void
  /** Called when the account and its session are deleted. */
  onDeleted(): void
}) {
  const me = useMe()
  if (!me?.user) return <AccountSkeleton />
  const isDemo = me.demo.isRestricted
  const { plan, status } = planSummary(me)
  const isClosed = isDemo && CLOSED_TO_DEMO.includes(tab)
  const demoReason = isDemo ? { disabledReason: DEMO_DISABLED } : {}
  const isOpen = !isClosed && !(tab === 'testing' && !testing)
  return (
    <div className="page pt-6 pb-16 md:pt-10">
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
          value={isOpen ? tab : 'profile'}
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
              ...demoReason,
              content: <SubscriptionTab me={me} />,
            },
            { value: 'team', label: 'Team', ...demoReason, content: team },
            { value: 'exports', label: 'Exports', content: <ExportsTab /> },
            {
              value: 'notifications',
              label: 'Notifications',
              ...demoReason,
              content: <NotificationsTab />,
            },
            {
              value: 'security',
              label: 'Security',
              content: <SecurityTab isDemo={isDemo} onDeleted={onDeleted} />,
            },
            { value: 'device', label: 'This device', content: <DeviceTab /> },
            ...(testing ? [{ value: 'testing', label: 'Testing', content: testing }] : []),
          ]}
        />
      </div>
    </div>
  )
}

function AccountSkeleton() {
  return (
    <div
      data-loading
      role="status"
      aria-label="Loading account"
      className="page pt-6 pb-16 md:pt-10"
    >
      <Skeleton className="h-8 w-56" />
      <Skeleton className="mt-1 h-5 w-72 max-w-full" />
      <Skeleton className="mt-6 h-9" />
      <Skeleton className="mt-4 h-80 max-w-120" />
    </div>
  )
}
