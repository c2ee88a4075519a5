import { useState } from 'react'
import type { ExportColumnKey } from '#api/contract/export-columns.ts'
import type { ExportSource } from '#api/contract/export-request.ts'
import { type ExportFormat, exportPeople, fetchExports } from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { type ExportRequest, exportDialogStore } from '#web/lib/exports/export-dialog-store.ts'
import { exportErrorMessage, exportSuccess } from '#web/lib/exports/export-messages.ts'
import { saveFile } from '#web/lib/exports/save-file.ts'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { refreshSession, session } from '#web/session/session.ts'
import { showToast } from '#web/ui/toast-store.ts'

const DEFAULT_NAMES: Record<ExportSource, string> = {
  search: 'healthcare_worker_export',
  profile: 'physician_export',
  list: 'healthcare_worker_list',
}

/**
 * Downloads the file. The dialog closes only on success. An export that would end the money-back
 * guarantee warns first; the next press exports.
 * @param onSpent called when fewer contacts are left than the dialog showed.
 */
export function useExport(request: ExportRequest, onSpent: () => void) {
  const [isWarning, setIsWarning] = useState(false)

  const { isBusy, run } = useAction(ApiError, (error) => {
    showToast({ ...exportErrorMessage(error), tone: 'danger' })
    if (error.code === 'budget_spent') onSpent()
  })

  async function download(format: ExportFormat, columns: ExportColumnKey[]) {
    if (!isWarning && (await endsGuarantee())) return setIsWarning(true)
    // The dialog was closed meanwhile: nothing was sent yet, and no contact may be spent.
    if (exportDialogStore.current !== request) return
    const { ids, source, filters, fileName: wanted } = request
    const { content, fileName, ...counts } = await exportPeople({
      candidateIds: [...ids],
      format,
      columns,
      source,
      ...(filters ? { filters } : {}),
      ...(wanted ? { fileName: wanted } : {}),
    })
    saveFile(content, fileName ?? `${DEFAULT_NAMES[source]}.${format}`)
    showToast({ ...exportSuccess(counts), tone: 'ok' })
    if (exportDialogStore.current === request) exportDialogStore.current = null
    // An export uses up one of a grant's count; the last use closes the feature.
    if (session.me?.role === 'demo') await refreshSession()
  }

  return {
    isBusy,
    isWarning,
    run: (format: ExportFormat, columns: ExportColumnKey[]) => run(() => download(format, columns)),
  }
}

/**
 * Whether this is the first export of an annual plan, which ends its money-back guarantee. Assumed where
 * it cannot be known: better one warning too many.
 */
async function endsGuarantee(): Promise<boolean> {
  if (session.me?.subscription.tier.toLowerCase() !== 'premium') return false
  try {
    const { total } = await fetchExports()
    return total === 0
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return true
  }
}
