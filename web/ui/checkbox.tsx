import { useId } from 'react'
import { classNames } from './class-names.ts'

export interface CheckboxProps {
  checked: boolean
  onCheckedChange(checked: boolean): void
  label: string
  /** Hidden from view, not from screen readers. */
  isLabelHidden?: boolean
  isDisabled?: boolean
  /** A long label is cut where a pointer can show the whole, so that nothing below moves as labels change. */
  isOneLine?: boolean
  /** The element that says what is wrong; undefined while nothing is. */
  errorId?: string | undefined
}

/**
 * A native checkbox and its label: lists hold dozens. `tick` (theme.css) draws it, without transitions: those
 * of a whole page, ticked by one press, delay its paint by their events.
 */
export function Checkbox({
  checked,
  onCheckedChange,
  label,
  isLabelHidden = false,
  isOneLine = false,
  isDisabled,
  errorId,
}: CheckboxProps) {
  const id = useId()
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        disabled={isDisabled}
        onChange={(event) => onCheckedChange(event.target.checked)}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        aria-label={isLabelHidden ? label : undefined}
        className="tick relative grid size-4.5 shrink-0 cursor-pointer place-items-center rounded-[4px] border border-line-strong bg-surface after:absolute after:-inset-3.5 checked:border-accent checked:bg-accent hover:border-accent aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-50"
      />
      {!isLabelHidden && (
        <label
          htmlFor={id}
          title={isOneLine ? label : undefined}
          className={classNames(
            'min-w-0 py-1 [overflow-wrap:anywhere] pointer-coarse:py-3',
            isOneLine && 'pointer-fine:truncate',
          )}
        >
          {label}
        </label>
      )}
    </span>
  )
}
