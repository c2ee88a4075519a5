import { Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { AdminImport } from '#api/contract/admin-imports.ts'
import { IMPORT_FORMATS, type ImportFormatName } from '#db/schema/directory-imports.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Select } from '#web/ui/select.tsx'
import { FILE_EMPTY, OTHER_FILE } from './import-messages.ts'
import { stopUpload, uploadFile, uploadStore } from './import-upload.ts'
import { FORMATS, formatBytes, percentOf } from './import-words.ts'
import { checkImport } from './imports-client.ts'
import { ProgressLine } from './progress-line.tsx'
import type { Imports } from './use-imports.ts'

const FILES = '.csv,.txt,.xlsx,.zip,.gz'

/**
 * Chooses a file and its format, and uploads it; choosing the same file again continues a stopped
 * upload.
 */
export function UploadForm({ imports }: { imports: Imports }) {
  const { current, failure } = useSnapshot(uploadStore)
  const [format, setFormat] = useState<ImportFormatName>('nppes')
  const stopped = imports.rows?.find(({ state }) => state === 'uploading')

  async function handleFile(file: File) {
    if (file.size === 0) {
      uploadStore.failure = FILE_EMPTY
      return
    }
    if (stopped && stopped.file_bytes !== file.size) {
      uploadStore.failure = OTHER_FILE
      return
    }
    const sending = uploadFile(file, stopped?.format ?? format)
    const whole = await sending
    imports.reload()
    // The next question is what the file would change.
    if (whole) void imports.act('The check did not begin', () => checkImport(whole.id))
  }

  return (
    <div className="flex flex-col gap-4">
      {current ? (
        <Sending />
      ) : stopped ? (
        <Stopped upload={stopped} onFile={(file) => void handleFile(file)} />
      ) : (
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <Select
            label="Kind of file"
            className="w-full sm:w-72"
            value={format}
            onValueChange={(value) => setFormat(value as ImportFormatName)}
            options={IMPORT_FORMATS.map((value) => ({ value, label: FORMATS[value].label }))}
            hint={FORMATS[format].hint}
          />
          <div className="flex flex-col gap-1.5 sm:pt-6.5">
            <FileButton label="Choose a file" onFile={(file) => void handleFile(file)} />
            <p className="text-muted text-sm">CSV or Excel, as it is, gzipped or in a ZIP.</p>
          </div>
        </div>
      )}
      {failure && <ErrorPanel title={failure.title}>{failure.description}</ErrorPanel>}
    </div>
  )
}

function Sending() {
  const { current } = useSnapshot(uploadStore)
  if (!current) return null
  const { fileName, bytes, phase, done, isWaiting } = current
  const doing = {
    reading: `Reading ${fileName} for its checksum`,
    sending: `Uploading ${fileName}`,
    comparing: `Comparing the checksum of ${fileName}`,
  }[phase]
  const far = `${percentOf(done, bytes)}% of ${formatBytes(bytes)}`
  return (
    <div className="flex max-w-160 flex-col gap-3">
      <ProgressLine
        label={isWaiting ? `${doing}: waiting for the server` : doing}
        note={phase === 'comparing' ? '' : far}
        done={phase === 'comparing' ? null : done}
        total={bytes}
      />
      <div>
        <Button onClick={stopUpload}>Stop</Button>
      </div>
    </div>
  )
}

function Stopped({ upload, onFile }: { upload: AdminImport; onFile(file: File): void }) {
  const { file_name, file_bytes, received_bytes } = upload
  const far = percentOf(received_bytes, file_bytes)
  return (
    <div className="flex max-w-160 flex-col gap-3">
      <ProgressLine
        label={`The upload of ${file_name} stopped`}
        note={`${far}% of ${formatBytes(file_bytes)} arrived`}
        done={received_bytes}
        total={file_bytes}
      />
      <p>Choose the same file, and it goes on from there. Or discard it below.</p>
      <div>
        <FileButton label="Choose the same file" onFile={onFile} />
      </div>
    </div>
  )
}

/** The native file field, behind a button that looks like the others. */
function FileButton({ label, onFile }: { label: string; onFile(file: File): void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  return (
    <span className="relative inline-flex has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent has-[input:focus-visible]:outline-offset-2">
      <label htmlFor={id} className={`${buttonClass({ variant: 'primary' })} cursor-pointer`}>
        <Upload aria-hidden />
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type="file"
        accept={FILES}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          // Without this, choosing the same file again fires no change event.
          if (field.current) field.current.value = ''
        }}
      />
    </span>
  )
}
