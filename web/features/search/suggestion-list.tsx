import { useEffect, useRef } from 'react'
import { formatCount } from '#web/lib/format.ts'
import type { SuggestionGroup, SuggestionOption } from './suggestions.ts'

export interface SuggestionListProps<Option extends SuggestionOption> {
  /** The listbox's id; an option's is this with the option's own. */
  id: string
  groups: readonly SuggestionGroup<Option>[]
  activeId: string | null
  onPoint(option: Option): void
  onChoose(option: Option): void
}

/** Suggestions in groups; the field above handles the keyboard. */
export function SuggestionList<Option extends SuggestionOption>({
  id,
  groups,
  activeId,
  onPoint,
  onChoose,
}: SuggestionListProps<Option>) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions">
      {groups.map(({ title, options }) => {
        const rows = options.map((option) => (
          <OptionRow
            key={option.id}
            id={optionId(id, option)}
            option={option}
            isActive={option.id === activeId}
            onPoint={onPoint}
            onChoose={onChoose}
          />
        ))
        return title === null ? (
          rows
        ) : (
          <fieldset key={title} aria-label={title} className="min-w-0 pb-1">
            <p aria-hidden className="px-3 pt-2 pb-1 text-muted text-xs">
              {title}
            </p>
            {rows}
          </fieldset>
        )
      })}
    </div>
  )
}

export function optionId(listId: string, option: SuggestionOption): string {
  return `${listId}-${option.id.replace(/\s+/g, '-')}`
}

function OptionRow<Option extends SuggestionOption>({
  id,
  option,
  isActive,
  onPoint,
  onChoose,
}: {
  id: string
  option: Option
  isActive: boolean
} & Pick<SuggestionListProps<Option>, 'onPoint' | 'onChoose'>) {
  const { label, count } = option
  const row = useRef<HTMLDivElement>(null)

  // The arrow keys may point at an option that is scrolled away.
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])

  return (
    // The field keeps the focus, and on a phone the on-screen keyboard.
    <div
      ref={row}
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
