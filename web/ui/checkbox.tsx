import { useId } from 'react'

export interface CheckboxProps {
  checked: boolean
  onCheckedChange(checked: boolean): void
  label: string
  /** The label is still read out. */
  isLabelHidden?: boolean
  isDisabled?: boolean
}

/** A box and its words: the browser's own, for lists hold dozens. `tick` (theme.css) draws it. */
export function Checkbox({
  checked,
  onCheckedChange,
  label,
  isLabelHidden = false,
  isDisabled,
}: CheckboxProps) {
  const id = useId()
  return (
    <span className="inline-flex items-center gap-2.5">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        disabled={isDisabled}
        onChange={(event) => onCheckedChange(event.target.checked)}
        aria-label={isLabelHidden ? label : undefined}
        className="tick relative grid size-[18px] shrink-0 cursor-pointer place-items-center rounded-[4px] border border-line-strong bg-surface transition-colors after:absolute after:-inset-3.5 checked:border-accent checked:bg-accent hover:border-accent disabled:cursor-not-allowed disabled:opacity-50"
      />
      {!isLabelHidden && (
        <label htmlFor={id} className="py-1 pointer-coarse:py-3">
          {label}
        </label>
      )}
    </span>
  )
}
