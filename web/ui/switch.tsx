import { type ReactNode, useId } from 'react'

/** A setting that applies at once, with its explanation; the whole row is its target. */
export function Switch({
  checked,
  onCheckedChange,
  label,
  children,
}: {
  checked: boolean
  onCheckedChange(checked: boolean): void
  label: string
  /** The explanation. */
  children?: ReactNode
}) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-6 py-4">
      <span className="min-w-0 flex-1">
        <span id={`${id}-label`} className="font-medium">
          {label}
        </span>
        {children && (
          <span id={`${id}-hint`} className="mt-0.5 block text-muted">
            {children}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={children ? `${id}-hint` : undefined}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors after:absolute after:top-0.5 after:left-0.5 after:size-5 after:rounded-full after:bg-surface after:transition-transform checked:bg-accent checked:after:translate-x-4"
      />
    </label>
  )
}
