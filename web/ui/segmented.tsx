import { Lock } from 'lucide-react'
import { useId } from 'react'

export interface SegmentedProps<Value extends string> {
  label: string
  value: Value
  onValueChange(value: Value): void
  options: readonly {
    value: Value
    label: string
    isDisabled?: boolean
    /** The actor may not choose it: `onValueChange` is told, and says why. */
    isRestricted?: boolean
  }[]
}

/** A choice of one out of two to four, all visible: native radio buttons, each the ground of its label. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex flex-wrap rounded-sm bg-wash p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-7 items-center px-2.5 text-sm pointer-coarse:h-11"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.isDisabled}
            onChange={() => onValueChange(option.value)}
            className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-[4px] checked:bg-surface checked:shadow-raised disabled:cursor-not-allowed"
          />
          <span className="pointer-events-none relative text-muted transition-colors peer-checked:font-medium peer-checked:text-ink peer-hover:text-ink peer-disabled:opacity-50">
            {option.isRestricted && (
              <Lock aria-hidden className="mr-1 inline size-3.5" strokeWidth={1.75} />
            )}
            {option.label}
          </span>
        </label>
      ))}
    </div>
  )
}
