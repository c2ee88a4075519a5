import type { ReactNode } from 'react'

/** The look of a chip that is pressed or not. */
export const TOGGLE_CHIP =
  'hit-area h-9 rounded-full border border-line-strong/60 bg-surface px-3 text-sm hover:bg-wash aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:h-11'

/** At most one of a few values: the pressed one, pressed again, is none. */
export function ToggleChips<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  children,
}: {
  legend: ReactNode
  choices: readonly { value: Value; label: string }[]
  value: Value | null
  onChange(value: Value | null): void
  /** Another way to choose, behind the chips. */
  children?: ReactNode
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="font-medium text-sm">{legend}</legend>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {choices.map((choice) => (
          <button
            key={choice.label}
            type="button"
            aria-pressed={value === choice.value}
            className={TOGGLE_CHIP}
            onClick={() => onChange(value === choice.value ? null : choice.value)}
          >
            {choice.label}
          </button>
        ))}
        {children}
      </div>
    </fieldset>
  )
}
