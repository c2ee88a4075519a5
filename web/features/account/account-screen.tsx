import type { ReactNode } from 'react'
import {
  ACCOUNT_TAB_LABELS,
  ACCOUNT_TABS,
  type AccountTab,
  CLOSED_TO_DEMO,
} from '#web/lib/account/account-tabs.ts'
import { DEMO_DISABLED } from '#web/lib/error-messages.ts'
import { useMe } from '#web/session/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { DeviceTab } from './device-tab.tsx'
import { ExportsTab } from './exports-tab.tsx'
import { NotificationsTab } from './notifications-tab.tsx'
import { planSummary } from './plan-summary.ts'
import { ProfileTab } from './profile-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import { SubscriptionTab } from './subscription-tab.tsx'

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
  const contents: Record<AccountTab, ReactNode> = {
    profile: <ProfileTab user={me.user} isReadOnly={isDemo} />,
    subscription: <SubscriptionTab me={me} />,
    team,
    exports: <ExportsTab />,
    notifications: <NotificationsTab />,
    security: <SecurityTab isDemo={isDemo} onDeleted={onDeleted} />,
    device: <DeviceTab />,
    testing,
  }
  const isClosed = (each: AccountTab) => isDemo && CLOSED_TO_DEMO.includes(each)
  const isOpen = !isClosed(tab) && Boolean(contents[tab])
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
          tabs={ACCOUNT_TABS.filter((each) => contents[each]).map((each) => ({
            value: each,
            label: ACCOUNT_TAB_LABELS[each],
            content: contents[each],
            ...(isClosed(each) ? { disabledReason: DEMO_DISABLED } : {}),
          }))}
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
