import { ExternalLink, History, ImageUp, Trash2 } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { IMAGE_SETTINGS, type ImageSettingKey } from '#db/schema/setting-keys.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SavedBy } from './saved-by.tsx'
import type { Settings } from './use-settings.ts'

/** File types offered for a tab's icon; the server checks the content in any case. */
const ACCEPTED: Partial<Record<ImageSettingKey, string>> = {
  favicon_url: '.ico,.png,.svg,image/x-icon,image/png,image/svg+xml',
}

/** The present image, and a box that accepts another by click or drop. */
export function ImageSetting({
  settingKey: key,
  settings: { saved, errors, work, upload, remove },
  onHistory,
}: {
  settingKey: ImageSettingKey
  settings: Settings
  onHistory(): void
}) {
  const { label, recommended } = IMAGE_SETTINGS[key]
  const id = useId()
  const setting = saved?.[key]
  const error = errors[key]
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="font-medium text-sm">
          {label}
        </h2>
        <p className="text-muted text-sm">Recommended {recommended}</p>
      </div>
      {setting?.value && (
        <PresentImage
          label={label}
          url={setting.value}
          isBusy={work !== null}
          onRemove={() => void remove(key)}
        />
      )}
      <UploadBox
        label={label}
        accept={ACCEPTED[key] ?? 'image/*'}
        isBusy={work !== null}
        isUploading={work?.key === key && work.isUpload}
        errorId={error && `${id}-error`}
        onFile={(file) => void upload(key, file)}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <div className="flex items-center gap-2">
        <SavedBy setting={setting} />
        <IconButton
          label={`History of ${label}`}
          icon={History}
          size="sm"
          disabled={!setting}
          onClick={onHistory}
        />
      </div>
    </section>
  )
}

function PresentImage({
  label,
  url,
  isBusy,
  onRemove,
}: {
  label: string
  url: string
  isBusy: boolean
  onRemove(): void
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <img
        src={url}
        alt={`${label} now`}
        className="h-20 max-w-60 rounded-sm border border-line bg-wash object-contain p-1"
      />
      <div className="flex gap-2">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${label}`}
          className={buttonClass({ size: 'sm' })}
        >
          <ExternalLink aria-hidden />
          View
        </a>
        <Button size="sm" aria-label={`Remove ${label}`} disabled={isBusy} onClick={onRemove}>
          <Trash2 aria-hidden />
          Remove
        </Button>
      </div>
    </div>
  )
}

/** Takes a file by click or drop. */
function UploadBox({
  label,
  accept,
  isBusy,
  isUploading,
  errorId,
  onFile,
}: {
  label: string
  accept: string
  /** This or another setting is being changed. */
  isBusy: boolean
  isUploading: boolean
  errorId: string | undefined
  onFile(file: File): void
}) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const words = isUploading ? 'Uploading...' : 'Click to upload or drag & drop'

  function take(file: File | undefined) {
    if (file) onFile(file)
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <>
      <button
        type="button"
        aria-label={`${words}: ${label}`}
        aria-busy={isUploading || undefined}
        aria-disabled={isBusy || undefined}
        aria-describedby={errorId}
        onClick={() => !isBusy && picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
        className={classNames(
          'flex min-h-24 w-full flex-col items-center justify-center gap-1 rounded-md border border-dashed px-4 py-4 text-muted transition-colors hover:bg-wash hover:text-ink',
          isOver
            ? 'border-accent bg-accent-wash'
            : errorId
              ? 'border-danger'
              : 'border-line-strong',
        )}
      >
        <ImageUp aria-hidden className="size-5" strokeWidth={1.5} />
        {words}
      </button>
      <input
        ref={picker}
        type="file"
        accept={accept}
        aria-label={`File for ${label}`}
        className="hidden"
        onChange={(event) => {
          take(event.target.files?.[0])
          // Without this, choosing the same file again fires no change event.
          event.target.value = ''
        }}
      />
    </>
  )
}
