import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportFormat } from '../../lib/account-client.ts'
import { type ExportRequest, exportRequest } from '../../lib/export-request.ts'
import { formatPeople } from '../../lib/format.ts'
import { useProxyValue } from '../../lib/use-proxy-value.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { choicesOf, includedKeys, storedKeys, storeKeys } from './column-choice.ts'
import { ColumnList } from './column-list.tsx'
import { Preview } from './preview-table.tsx'
import { useEndsGuarantee, useExport } from './use-export.ts'

const FORMATS: { value: ExportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel' },
  { value: 'pdf', label: 'PDF' },
]

function close() {
  exportRequest.current = null
}

/** The export asked for anywhere in the app. */
export function ExportDialog() {
  const request = useProxyValue(exportRequest, ({ current }) => current)
  return request && <PrepareExport request={request} />
}

/** Format, columns, a look at the first rows; then the file. */
function PrepareExport({ request }: { request: ExportRequest }) {
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [choices, setChoices] = useState(() => choicesOf(storedKeys()))
  const [isWarning, setIsWarning] = useState(false)
  const { isBusy, run } = useExport(request)
  const endsGuarantee = useEndsGuarantee()
  const keys = includedKeys(choices)

  function handleExport() {
    if (endsGuarantee && !isWarning) return setIsWarning(true)
    storeKeys(keys)
    void run(format, keys)
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
            <Button variant="primary" isBusy={isBusy} onClick={handleExport}>
              Export anyway
            </Button>
          </>
        ) : (
          <Button
            variant="primary"
            disabled={keys.length === 0}
            isBusy={isBusy}
            onClick={handleExport}
          >
            <Download aria-hidden />
            Export
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
      <Preview people={request.people} keys={keys} />
    </Dialog>
  )
}
