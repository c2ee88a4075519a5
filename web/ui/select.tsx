import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { useId } from 'react'
import { classNames } from './class-names.ts'
import { CONTROL_CLASS, Field } from './field.tsx'

/** Radix keeps the empty value for "nothing chosen"; an option may want it too ("Any state"). */
const EMPTY_ITEM = '\u0000'

export interface SelectProps {
  label: string
  /** The label is still read out. */
  isLabelHidden?: boolean
  value: string
  onValueChange(value: string): void
  options: readonly { value: string; label: string }[]
  placeholder?: string
  isDisabled?: boolean
  className?: string
}

/** One of a list. */
export function Select({
  label,
  isLabelHidden,
  value,
  onValueChange,
  options,
  placeholder,
  isDisabled,
  className,
}: SelectProps) {
  const id = useId()
  const offersEmpty = options.some((option) => option.value === '')
  return (
    <Field {...{ id, label, isLabelHidden, className }}>
      <Radix.Root
        value={value === '' && offersEmpty ? EMPTY_ITEM : value}
        onValueChange={(next) => onValueChange(next === EMPTY_ITEM ? '' : next)}
        disabled={isDisabled}
      >
        <Radix.Trigger
          id={id}
          aria-label={isLabelHidden ? label : undefined}
          className={classNames(
            CONTROL_CLASS,
            'flex h-10 items-center justify-between gap-2 px-3 text-left disabled:cursor-not-allowed disabled:opacity-50 data-[placeholder]:text-muted pointer-coarse:h-11',
          )}
        >
          <span className="truncate">
            <Radix.Value placeholder={placeholder} />
          </span>
          <Radix.Icon asChild>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
          </Radix.Icon>
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            position="popper"
            sideOffset={4}
            collisionPadding={8}
            className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-fade-in overflow-hidden rounded-sm border border-line bg-surface shadow-floating"
          >
            <Radix.Viewport nonce={pageNonce()} className="max-h-80 p-1">
              {options.map((option) => (
                <Radix.Item
                  key={option.value}
                  value={option.value === '' ? EMPTY_ITEM : option.value}
                  className="flex h-8 cursor-default select-none items-center justify-between gap-4 rounded-[4px] px-2 outline-none data-[highlighted]:bg-wash pointer-coarse:h-11"
                >
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  <Radix.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Field>
  )
}

/** Radix writes a style element into the list; the page's policy wants its nonce on it. */
function pageNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
}
