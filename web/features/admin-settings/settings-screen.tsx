import { useState } from 'react'
import type { SiteSettingKey } from '#db/schema/setting-keys.ts'
import { useBackOnline } from '#web/lib/hooks/use-back-online.ts'
import { useMe } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ImageSetting } from './image-setting.tsx'
import { SettingHistory } from './setting-history.tsx'
import { settingError } from './settings-messages.ts'
import type { SettingsTabName } from './settings-search.ts'
import { SETTINGS_TABS } from './settings-tabs.ts'
import { SitePreview } from './site-preview.tsx'
import { TextSetting } from './text-setting.tsx'
import { useSettings, valuesOf } from './use-settings.ts'

/** `/admin-settings`: how the site presents itself. */
export function SettingsScreen({
  tab,
  onTabChange,
}: {
  tab: SettingsTabName
  onTabChange(tab: SettingsTabName): void
}) {
  const me = useMe()
  return (
    <div className="page flex-1 py-6 md:py-10">
      <h1 className="pb-6 font-semibold text-xl">Website Settings</h1>
      {me ? (
        <Loaded tab={tab} onTabChange={onTabChange} />
      ) : (
        <p role="status">Loading user data...</p>
      )}
    </div>
  )
}

function Loaded({
  tab,
  onTabChange,
}: {
  tab: SettingsTabName
  onTabChange(tab: SettingsTabName): void
}) {
  const settings = useSettings()
  const [shown, setShown] = useState<SiteSettingKey | null>(null)
  const { saved, failure, reload } = settings
  useBackOnline(reload)
  if (failure && !saved) {
    const { title, description } = settingError(failure, 'load')
    return (
      <ErrorPanel title={title} action={<Button onClick={reload}>Try again</Button>}>
        {description}
      </ErrorPanel>
    )
  }
  if (!saved) return <SettingsSkeleton />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Tabs
        label="Website Settings"
        value={tab}
        onValueChange={(value) => onTabChange(value as SettingsTabName)}
        tabs={SETTINGS_TABS.map(({ value, label, sections }) => ({
          value,
          label,
          content: (
            <div className="flex max-w-160 flex-col gap-10 pt-2">
              {sections.map((section) => (
                <div key={JSON.stringify(section)} className="flex flex-col gap-6">
                  {'title' in section && (
                    <h2 className="-mb-4 font-semibold text-md">{section.title}</h2>
                  )}
                  {'hint' in section && <p className="-mb-2 text-muted">{section.hint}</p>}
                  {'texts' in section &&
                    section.texts.map((key) => (
                      <TextSetting
                        key={key}
                        settingKey={key}
                        settings={settings}
                        onHistory={() => setShown(key)}
                      />
                    ))}
                  {'images' in section &&
                    section.images.map((key) => (
                      <ImageSetting
                        key={key}
                        settingKey={key}
                        settings={settings}
                        onHistory={() => setShown(key)}
                      />
                    ))}
                </div>
              ))}
            </div>
          ),
        }))}
      />
      <div className="lg:sticky lg:top-20 lg:self-start">
        <SitePreview values={valuesOf(settings)} />
      </div>
      {shown && (
        <SettingHistory settingKey={shown} settings={settings} onClose={() => setShown(null)} />
      )}
    </div>
  )
}

function SettingsSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading settings"
      className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="flex flex-col gap-6">
        <Skeleton className="h-9" />
        <Skeleton className="h-48 max-w-160" />
        <Skeleton className="h-48 max-w-160" />
      </div>
      <Skeleton className="h-96" />
    </div>
  )
}
