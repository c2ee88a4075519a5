import { useId } from 'react'
import { TOGGLE_CHIP, ToggleChips } from '#web/ui/toggle-chips.tsx'
import { addDays, dayWords, nextMonday, today } from './days.ts'

/** The day of the next step: one that is offered, or any. */
export function NextChoice({
  value,
  onChange,
}: {
  value: string | null
  onChange(day: string | null): void
}) {
  const id = useId()
  const present = today()
  const [tomorrow, monday] = [addDays(present, 1), nextMonday(present)]
  const choices = [
    { label: 'Tomorrow', value: tomorrow },
    // One day under two names would be chosen twice.
    ...(monday === tomorrow ? [] : [{ label: 'Monday', value: monday }]),
    { label: 'In two weeks', value: addDays(present, 14) },
  ]
  const isPicked = value !== null && !choices.some((choice) => choice.value === value)
  const legend = (
    <>Next step{value && <span className="font-normal text-muted"> {dayWords(value)}</span>}</>
  )
  return (
    <ToggleChips legend={legend} choices={choices} value={value} onChange={onChange}>
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
          className={`${TOGGLE_CHIP} data-[picked]:border-accent data-[picked]:text-accent`}
        />
      </span>
    </ToggleChips>
  )
}
