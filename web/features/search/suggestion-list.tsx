import { formatCount } from '#web/lib/format.ts'
import type { SuggestionGroup, SuggestionOption } from './suggestions.ts'

export interface SuggestionListProps {
  /** The listbox's id; an option's is this with the option's own. */
  id: string
  groups: readonly SuggestionGroup[]
  activeId: string | null
  onPoint(option: SuggestionOption): void
  onChoose(option: SuggestionOption): void
}

/** Suggestions in groups; the field above handles the keyboard. */
export function SuggestionList({ id, groups, activeId, onPoint, onChoose }: SuggestionListProps) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions">
      {groups.map(({ title, options }) => (
        <fieldset key={title} aria-label={title} className="min-w-0 pb-1">
          <p aria-hidden className="px-3 pt-2 pb-1 text-muted text-xs">
            {title}
          </p>
          {options.map((option) => (
            <Option
              key={option.id}
              id={optionId(id, option)}
              option={option}
              isActive={option.id === activeId}
              onPoint={onPoint}
              onChoose={onChoose}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

export function optionId(listId: string, option: SuggestionOption): string {
  return `${listId}-${option.id.replace(/\s+/g, '-')}`
}

function Option({
  id,
  option,
  isActive,
  onPoint,
  onChoose,
}: {
  id: string
  option: SuggestionOption
  isActive: boolean
} & Pick<SuggestionListProps, 'onPoint' | 'onChoose'>) {
  const { label, count } = option
  return (
    // The field keeps the focus, and on a phone the on-screen keyboard.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={() => onPoint(option)}
      onClick={() => onChoose(option)}
      // A screen reader may have moved the focus here.
      onKeyDown={({ key }) => key === 'Enter' && onChoose(option)}
      className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-[4px] px-3 aria-selected:bg-wash pointer-coarse:min-h-11"
    >
      <span className="min-w-0 truncate">{label}</span>
      {count !== null && (
        <span className="shrink-0 text-muted text-xs tabular-nums">{formatCount(count)}</span>
      )}
    </div>
  )
}
