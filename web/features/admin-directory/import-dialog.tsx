import { useState } from 'react'
import type { AdminImport } from '#api/contract/admin-imports.ts'
import type { ImportCheck } from '#db/schema/directory-imports.ts'
import { formatMoment } from '#web/lib/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ImportExamples } from './import-examples.tsx'
import { countLines } from './import-words.ts'
import { startImport } from './imports-client.ts'
import type { Imports } from './use-imports.ts'

/** Shows what an import would change, and asks whether to start it. */
export function ImportDialog({
  row,
  imports,
  onClose,
}: {
  row: AdminImport
  imports: Imports
  onClose(): void
}) {
  const { id, file_name, check } = row
  const [isForced, setIsForced] = useState(false)
  const isHeld = (check?.isManyToLeave ?? false) && !isForced
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="lg"
      title={check ? `What ${file_name} would change` : `Import ${file_name}?`}
      description={
        check
          ? `Checked ${formatMoment(check.checked_at)}. Nothing is changed yet.`
          : 'It was not checked. Check it first to see what it would change.'
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={isHeld}
            onClick={() => {
              onClose()
              void imports.act('The import did not begin', () => startImport(id, isForced))
            }}
          >
            Import
          </Button>
        </>
      }
    >
      {check && <Check check={check} />}
      {check?.isManyToLeave && (
        <div className="mt-4 rounded-md border border-danger/35 bg-danger-wash px-4 py-3">
          <p>
            It would take out more than a twentieth of the directory, as the wrong file would. It is
            refused unless you say that this is right.
          </p>
          <Checkbox
            label="Take them out, however many they are"
            checked={isForced}
            onCheckedChange={setIsForced}
          />
        </div>
      )}
    </Dialog>
  )
}

function Check({ check }: { check: ImportCheck }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 sm:grid-cols-3">
        {countLines(check).map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-2 border-line border-b py-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <ImportExamples examples={check.examples} />
    </>
  )
}
