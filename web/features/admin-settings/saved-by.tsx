import type { AdminSetting } from '#api/contract/admin-settings.ts'
import { formatMoment } from '#web/lib/format-time.ts'

/** Who saved a setting and when. */
export function SavedBy({ setting }: { setting: AdminSetting | undefined }) {
  return (
    <p className="min-w-0 flex-1 text-muted [overflow-wrap:anywhere] text-sm">
      {setting
        ? `${setting.updated_by ?? 'A deleted account'}, ${formatMoment(setting.updated_at)}`
        : 'Never saved'}
    </p>
  )
}
