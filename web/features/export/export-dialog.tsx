import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportFormat } from '#web/lib/account/account-client.ts'
import { type ExportRequest, exportDialogStore } from '#web/lib/exports/export-dialog-store.ts'
import {
  EXPORT_OFFLINE,
  exportOverAllowance,
  exportTakes,
} from '#web/lib/exports/export-messages.ts'
import { formatPeople } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { choicesOf, includedKeys, storedKeys, storeKeys, withoutContacts } from './column-choice.ts'
import { ColumnList } from './column-list.tsx'
import { Preview } from './preview-table.tsx'
import { type Taking, useAllowance } from './use-allowance.ts'
import { useExport } from './use-export.ts'

const FORMATS: { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel' },
  { value: 'pdf', label: 'PDF' },
]

function close() {
  exportDialogStore.current = null
}

/** The dialog of the export that a screen has requested. */
export function ExportDialog() {
  const request = useProxyValue(exportDialogStore, ({ current }) => current)
  return request && <PrepareExport request={request} />
}

/** Format, columns, a preview of the first rows; then the file. */
function PrepareExport({ request }: { request: ExportRequest }) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [choices, setChoices] = useState(() => choicesOf(storedKeys()))
  const { takingOf, reload } = useAllowance(request.ids)
  const { isBusy, isWarning, run } = useExport(request, reload)
  const isOnline = useOnline()
  const chosen = includedKeys(choices)
  const taking = takingOf(chosen)
  // Columns beyond the allowance are left out of the file, but stay ticked.
  const keys = taking?.isOver ? withoutContacts(chosen) : chosen

  function handleExport() {
    storeKeys(chosen)
    run(format, keys)
  }

  return (
    <Dialog
      isOpen
      onOpenChange={close}
      size="lg"
      title={`Export ${formatPeople(request.ids.length)}`}
      footer={
        isWarning ? (
          <>
            <p role="alert" className="basis-full text-warn">
              Your first export ends the 30-day money-back guarantee.
            </p>
            <Button onClick={close}>Keep the guarantee</Button>
            <Button variant="primary" disabled={!isOnline} isBusy={isBusy} onClick={handleExport}>
              Export anyway
            </Button>
          </>
        ) : (
          <Button
            variant="primary"
            disabled={keys.length === 0 || !isOnline}
            isBusy={isBusy}
            onClick={handleExport}
          >
            <Download aria-hidden />
            {taking?.isOver ? 'Export without contacts' : 'Export'}
          </Button>
        )
      }
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Segmented<ExportFormat>
          label="Format"
          value={format}
          onValueChange={setFormat}
          options={FORMATS}
        />
        <p className="text-muted text-sm tabular-nums">
          {keys.length} of {choices.length} columns
        </p>
      </div>
      <ColumnList choices={choices} onChange={setChoices} />
      <TakingLine taking={taking} isOnline={isOnline} />
      <Preview people={request.people} keys={keys} />
    </Dialog>
  )
}

/**
 * What the file takes of the day's allowance, or that there is no network to make it. Its space is
 * reserved until that is known.
 */
function TakingLine({ taking, isOnline }: { taking: Taking | undefined; isOnline: boolean }) {
  const isOver = taking?.isOver ?? false
  return (
    <p
      role="status"
      className={classNames(
        'mt-3 min-h-10 text-sm tabular-nums sm:min-h-5',
        isOver || !isOnline ? 'text-warn' : 'text-muted',
      )}
    >
      {!isOnline && EXPORT_OFFLINE}
      {isOnline && taking && (isOver ? exportOverAllowance(taking) : exportTakes(taking))}
    </p>
  )
}
