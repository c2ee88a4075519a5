import { useId } from 'react'
import { addDays, dayWords, nextMonday, today } from './days.ts'

const CHIP =
  'hit-area h-9 rounded-full border border-line-strong/60 bg-surface px-3 text-sm hover:bg-wash aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:h-11'

/** The day of the next step: one of three, or any. */
export function NextChoice({
  value,
  onChange,
}: {
  value: string | null
  onChange(day: string | null): void
}) {
  const id = useId()
  const present = today()
  const choices = [
    { label: 'Tomorrow', day: addDays(present, 1) },
    { label: 'Monday', day: nextMonday(present) },
    { label: 'In two weeks', day: addDays(present, 14) },
  ]
  const isPicked = value !== null && !choices.some(({ day }) => day === value)
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="font-medium text-sm">
        Next step{value && <span className="font-normal text-muted"> {dayWords(value)}</span>}
      </legend>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {choices.map(({ label, day }) => (
          <button
            key={label}
            type="button"
            aria-pressed={value === day}
            className={CHIP}
            onClick={() => onChange(value === day ? null : day)}
          >
            {label}
          </button>
        ))}
        <span className="relative">
          <label htmlFor={id} className="sr-only">
            Another day
          </label>
          <input
            id={id}
            type="date"
            min={present}
            value={isPicked ? value : ''}
            onChange={({ target }) => onChange(target.value || null)}
            data-picked={isPicked || undefined}
            className={`${CHIP} data-[picked]:border-accent data-[picked]:text-accent`}
          />
        </span>
      </div>
    </fieldset>
  )
}
