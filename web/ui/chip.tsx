import { X } from 'lucide-react'

/** A chosen value; `onRemove` adds a button that removes it. */
export function Chip({ label, onRemove }: { label: string; onRemove?(): void }) {
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-sm border border-line bg-wash text-sm">
      <span className="truncate px-2">{label}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${label}`}
          onClick={onRemove}
          className="hit-area -ml-1 grid size-6 shrink-0 place-items-center rounded-[4px] text-muted hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  )
}
