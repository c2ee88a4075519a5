import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { useId } from 'react'

export interface CheckboxProps {
  checked: boolean | 'indeterminate'
  onCheckedChange(checked: boolean): void
  label: string
  /** The label is still read out. */
  isLabelHidden?: boolean
  isDisabled?: boolean
}

/** A box and its words. From "indeterminate" a press goes to checked. */
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
      <Radix.Root
        id={id}
        checked={checked}
        disabled={isDisabled}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        aria-label={isLabelHidden ? label : undefined}
        className="relative grid size-[18px] shrink-0 place-items-center rounded-[4px] border border-line-strong bg-surface text-accent-ink transition-colors after:absolute after:-inset-[13px] hover:border-accent disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=indeterminate]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent"
      >
        <Radix.Indicator>
          {checked === 'indeterminate' ? (
            <Minus aria-hidden className="size-3.5" strokeWidth={2.5} />
          ) : (
            <Check aria-hidden className="size-3.5" strokeWidth={2.5} />
          )}
        </Radix.Indicator>
      </Radix.Root>
      {!isLabelHidden && (
        <label htmlFor={id} className="py-1 pointer-coarse:py-3">
          {label}
        </label>
      )}
    </span>
  )
}
