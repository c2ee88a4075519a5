import { useId } from 'react'

/** Progress: words above, a bar below. `done` is null while it is unknown. */
export function ProgressLine({
  label,
  note,
  done,
  total,
}: {
  label: string
  note: string
  done: number | null
  total: number
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap justify-between gap-x-4">
        <label htmlFor={id} className="min-w-0 wrap-anywhere">
          {label}
        </label>
        <span className="text-muted tabular-nums">{note}</span>
      </div>
      <progress
        id={id}
        max={total}
        {...(done !== null && { value: done })}
        className="h-2 w-full accent-accent"
      />
    </div>
  )
}
