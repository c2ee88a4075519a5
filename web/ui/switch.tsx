import { type ReactNode, useId } from 'react'

/** Something that is on or off at once, with what it means; the whole row presses. */
export function Switch({
  checked,
  onCheckedChange,
  label,
  children,
}: {
  checked: boolean
  onCheckedChange(checked: boolean): void
  label: string
  /** What it does. */
  children?: ReactNode
}) {
  const id = useId()
  return (
    <div className="relative flex items-center gap-6 py-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium after:absolute after:inset-0">
          {label}
        </label>
        {children && (
          <p id={`${id}-hint`} className="mt-0.5 text-muted">
            {children}
          </p>
        )}
      </div>
      <input
        type="checkbox"
        role="switch"
        id={id}
        aria-describedby={children ? `${id}-hint` : undefined}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors after:absolute after:top-0.5 after:left-0.5 after:size-5 after:rounded-full after:bg-surface after:transition-transform checked:bg-accent checked:after:translate-x-4"
      />
    </div>
  )
}
