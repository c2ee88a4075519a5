import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { type ColumnChoice, moveColumn, toggleColumn } from './column-choice.ts'

/** The columns and their order. Each can be ticked and moved, by keyboard as by pointer. */
export function ColumnList({
  choices,
  onChange,
}: {
  choices: readonly ColumnChoice[]
  onChange(choices: ColumnChoice[]): void
}) {
  return (
    <ul aria-label="Columns" className="max-h-64 overflow-y-auto rounded-sm border border-line">
      {choices.map(({ key, header, isIncluded }, index) => (
        <li
          key={key}
          className="flex h-10 items-center gap-1 border-line border-b pr-1 pl-3 last:border-b-0 pointer-coarse:h-12"
        >
          <span className="min-w-0 flex-1">
            <Checkbox
              label={header}
              checked={isIncluded}
              onCheckedChange={() => onChange(toggleColumn(choices, key))}
            />
          </span>
          <MoveButton
            label={`Move ${header} up`}
            icon={ArrowUp}
            isDisabled={index === 0}
            onPress={() => onChange(moveColumn(choices, key, -1))}
          />
          <MoveButton
            label={`Move ${header} down`}
            icon={ArrowDown}
            isDisabled={index === choices.length - 1}
            onPress={() => onChange(moveColumn(choices, key, 1))}
          />
        </li>
      ))}
    </ul>
  )
}

function MoveButton({
  label,
  icon: Icon,
  isDisabled,
  onPress,
}: {
  label: string
  icon: typeof ArrowUp
  isDisabled: boolean
  onPress(): void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isDisabled}
      onClick={onPress}
      className="hit-area grid size-8 place-items-center rounded-sm text-muted hover:bg-wash hover:text-ink disabled:opacity-30"
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
    </button>
  )
}
