import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { CONTROL_CLASS, describedBy, Field } from './field.tsx'

export interface SelectProps {
  label: string
  /** Hidden from view, not from screen readers. */
  isLabelHidden?: boolean
  value: string
  onValueChange(value: string): void
  /** A dimmed option can still be chosen: it has no matches at present. */
  options: readonly { value: string; label: string; isDimmed?: boolean }[]
  isDisabled?: boolean
  /** Without a border, and at the end of its place, where another control stands close by. */
  isQuiet?: boolean
  hint?: ReactNode
  error?: string
  className?: string
}

/**
 * A choice of one from a list. The native control: it opens at once however long the list, and a phone
 * shows its usual picker. select.css styles it where the browser allows.
 */
export function Select({
  label,
  isLabelHidden,
  value,
  onValueChange,
  options,
  isDisabled,
  isQuiet = false,
  hint,
  error,
  className,
}: SelectProps) {
  const id = useId()
  return (
    <Field {...{ id, label, isLabelHidden, hint, error, className }}>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={isDisabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onChange={(event) => onValueChange(event.target.value)}
          className={classNames(
            CONTROL_CLASS,
            'select h-10 truncate aria-invalid:border-danger pr-9 pl-3 disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:h-11',
            isQuiet && 'border-transparent bg-transparent text-right [text-align-last:right]',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} data-dimmed={option.isDimmed}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-4 text-muted"
        />
      </div>
    </Field>
  )
}
