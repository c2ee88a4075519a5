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
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const setting = saved?.[key]
  const isUploading = work?.key === key && work.isUpload
  const error = errors[key]

  function take(file: File | undefined) {
    if (file) void upload(key, file)
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="font-medium text-sm">
          {label}
        </h2>
        <p className="text-muted text-sm">Recommended {recommended}</p>
      </div>
      {setting?.value && (
        <div className="flex flex-wrap items-center gap-3">
          <img
            src={setting.value}
            alt={`${label} now`}
            className="h-20 max-w-60 rounded-sm border border-line bg-wash object-contain p-1"
          />
          <div className="flex gap-2">
            <a
              href={setting.value}
              target="_blank"
              rel="noreferrer"
              aria-label={`View ${label}`}
              className={buttonClass({ size: 'sm' })}
            >
              <ExternalLink aria-hidden />
              View
            </a>
            <Button
              size="sm"
              aria-label={`Remove ${label}`}
              disabled={work !== null}
              onClick={() => void remove(key)}
            >
              <Trash2 aria-hidden />
              Remove
            </Button>
          </div>
        </div>
      )}
      <button
        type="button"
        aria-label={`${isUploading ? 'Uploading...' : 'Click to upload or drag & drop'}: ${label}`}
        aria-busy={isUploading || undefined}
        aria-disabled={work !== null || undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => !work && picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
        className={classNames(
          'flex min-h-24 w-full flex-col items-center justify-center gap-1 rounded-md border border-dashed px-4 py-4 text-muted transition-colors hover:bg-wash hover:text-ink',
          isOver ? 'border-accent bg-accent-wash' : error ? 'border-danger' : 'border-line-strong',
        )}
      >
        <ImageUp aria-hidden className="size-5" strokeWidth={1.5} />
        {isUploading ? 'Uploading...' : 'Click to upload or drag & drop'}
      </button>
      <input
        ref={picker}
        type="file"
        accept={ACCEPTED[key] ?? 'image/*'}
        aria-label={`File for ${label}`}
        className="hidden"
        onChange={(event) => {
          take(event.target.files?.[0])
          // Without this, choosing the same file again fires no change event.
          event.target.value = ''
        }}
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
