import { useState } from 'react'
import type { SettingKey } from '#db/schema/user-settings.ts'
import type { QueryRowOf } from '#sync/contract/queries.ts'
import { mutate } from '#web/replica/replica.ts'
import { tryChange } from '#web/replica/try-change.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { SETTING_SAVE_FAILED, SETTINGS_FAILED } from './account-messages.ts'

type NotificationKey = Extract<SettingKey, `notifications.${string}`>
type Rows = readonly QueryRowOf<'settings.all'>[]

const NOTIFICATIONS: readonly { key: NotificationKey; label: string; hint: string }[] = [
  {
    key: 'notifications.marketing',
    label: 'Marketing',
    hint: 'Offers and news about the plans, now and then.',
  },
  {
    key: 'notifications.newFeatures',
    label: 'New features',
    hint: 'What is new here, once it is.',
  },
  {
    key: 'notifications.watchedSearches',
    label: 'Watched searches',
    hint: 'What is new to them, in one mail a day at most.',
  },
  {
    key: 'notifications.securityAlerts',
    label: 'Security alerts',
    hint: 'When something about your account needs your eyes.',
  },
]

/** Which mail the user receives; a setting of all devices. */
export function NotificationsTab() {
  const { rows, status } = useLiveQuery('settings.all', {})
  if (status === 'failed') {
    return <ErrorPanel title={SETTINGS_FAILED.title}>{SETTINGS_FAILED.description}</ErrorPanel>
  }
  return (
    <section aria-label="Notifications" className="max-w-160 divide-y divide-line">
      {status === 'loading'
        ? NOTIFICATIONS.map(({ key }) => <SwitchSkeleton key={key} />)
        : NOTIFICATIONS.map(({ key, label, hint }) => (
            <Notification key={key} setting={key} {...{ label, hint, rows }} />
          ))}
    </section>
  )
}

/** Switches at once; afterwards the rows count, also changes from another device. */
function Notification({
  setting,
  label,
  hint,
  rows,
}: {
  setting: NotificationKey
  label: string
  hint: string
  rows: Rows
}) {
  const [pressed, setPressed] = useState<{ rows: Rows; value: boolean }>()
  // By default every mail is on.
  const stored = rows.find(({ key }) => key === setting)?.value ?? true
  const isOn = pressed?.rows === rows ? pressed.value : stored === true

  async function handleChange(value: boolean) {
    setPressed({ rows, value })
    const set = () => mutate('settings.set', { key: setting, value })
    if (!(await tryChange(set, () => SETTING_SAVE_FAILED))) setPressed(undefined)
  }

  return (
    <Switch label={label} checked={isOn} onCheckedChange={(value) => void handleChange(value)}>
      {hint}
    </Switch>
  )
}

function SwitchSkeleton() {
  return (
    <div className="flex h-19 items-center gap-6">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
      <Skeleton className="h-6 w-10" />
    </div>
  )
}
