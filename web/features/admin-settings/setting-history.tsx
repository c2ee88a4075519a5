import { useCallback } from 'react'
import type { SettingVersion } from '#api/contract/admin-settings.ts'
import {
  IMAGE_SETTINGS,
  type ImageSettingKey,
  type SiteSettingKey,
  TEXT_SETTINGS,
  type TextSettingKey,
} from '#db/schema/setting-keys.ts'
import { formatMoment } from '#web/lib/format-time.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { fetchHistory } from './settings-client.ts'
import type { Settings } from './use-settings.ts'

function labelOf(key: SiteSettingKey): string {
  return key in IMAGE_SETTINGS
    ? IMAGE_SETTINGS[key as ImageSettingKey].label
    : TEXT_SETTINGS[key as TextSettingKey].label
}

/** A setting's past values, with author and time; one press restores one. */
export function SettingHistory({
  settingKey: key,
  settings: { work, revert },
  onClose,
}: {
  settingKey: SiteSettingKey
  settings: Settings
  onClose(): void
}) {
  const read = useCallback(() => fetchHistory(key), [key])
  const { value: versions, failure, reload } = useRemote(read)

  async function handleRevert(version: number) {
    if (await revert(key, version)) onClose()
    else reload()
  }

  return (
    <Dialog isOpen onOpenChange={onClose} title={`History of ${labelOf(key)}`} size="lg">
      {failure && (
        <ErrorPanel
          title="Failed to load the history"
          action={<Button onClick={reload}>Try again</Button>}
        >
          The setting itself is as it was.
        </ErrorPanel>
      )}
      {!versions && !failure && <Skeleton className="h-40" />}
      {versions && (
        <ol className="border-line border-t">
          {versions.map((entry, index) => (
            <li
              key={entry.version}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3"
            >
              <div className="min-w-0 flex-1 basis-60">
                <Value entry={entry} isImage={key in IMAGE_SETTINGS} />
                <p className="text-muted text-sm">
                  {entry.saved_by ?? 'A deleted account'}, {formatMoment(entry.saved_at)}
                </p>
              </div>
              {index === 0 ? (
                <p className="text-muted text-sm">In force</p>
              ) : (
                <Button
                  size="sm"
                  aria-label={`Revert to version ${entry.version}`}
                  disabled={work !== null}
                  onClick={() => void handleRevert(entry.version)}
                >
                  Revert to this
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Value({ entry, isImage }: { entry: SettingVersion; isImage: boolean }) {
  if (entry.value === '') return <p className="text-muted">{isImage ? 'No image' : 'Empty'}</p>
  if (!isImage) return <p className="wrap-anywhere">{entry.value}</p>
  return (
    <img
      src={entry.value}
      alt={`Of version ${entry.version}`}
      className="mb-1 h-14 max-w-48 rounded-sm border border-line bg-wash object-contain p-1"
    />
  )
}
