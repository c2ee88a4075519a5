import { RadioGroup } from 'radix-ui'

export interface SegmentedProps<Value extends string> {
  label: string
  value: Value
  onValueChange(value: Value): void
  options: readonly { value: Value; label: string; isDisabled?: boolean }[]
}

/** A choice of one out of two to four, all visible. */
export function Segmented<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: SegmentedProps<Value>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => {
        const option = options.find((each) => each.value === next)
        if (option) onValueChange(option.value)
      }}
      className="inline-flex rounded-sm bg-wash p-0.5"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.isDisabled}
          className="h-7 rounded-[4px] px-2.5 text-muted text-sm transition-colors hover:text-ink data-[state=checked]:bg-surface data-[state=checked]:font-medium data-[state=checked]:text-ink data-[state=checked]:shadow-raised disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:h-11"
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
