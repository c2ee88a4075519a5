import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { SearchFilters } from '#api/contract/search.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type CommandEffect, matchCommands } from './commands.ts'
import { usePlaces } from './places.ts'
import { useSpecialtyNames } from './use-specialty-names.ts'

export interface CommandPaletteProps {
  isOpen: boolean
  onClose(): void
  filters: SearchFilters
  /** Whether there are results that actions can be applied to. */
  hasResults: boolean
  onRun(effect: CommandEffect): void
}

/** Finds screens, lists, saved searches, filters and actions by name. */
export function CommandPalette({ isOpen, onClose, ...palette }: CommandPaletteProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onClose} title="Commands">
      <Commands {...palette} />
    </Dialog>
  )
}

function Commands({
  filters,
  hasResults,
  onRun,
}: Pick<CommandPaletteProps, 'filters' | 'hasResults' | 'onRun'>) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const commands = matchCommands(typed, {
    filters,
    specialties: useSpecialtyNames(),
    places: usePlaces(),
    savedSearches: useLiveQuery('searches.all', {}, { isDeferred: true }).rows,
    lists: useLiveQuery('lists.all', {}, { isDeferred: true }).rows,
    hasResults,
  })
  const active = commands[activeIndex]

  useEffect(() => {
    if (active)
      document.getElementById(`${listId}-${active.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setActiveIndex((activeIndex + step + commands.length) % commands.length)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      onRun(active.effect)
    }
  }

  return (
    <div className="flex h-100 max-h-[60dvh] flex-col gap-3">
      <TextField
        label="Command"
        isLabelHidden
        autoFocus
        autoComplete="off"
        placeholder="A screen, a filter, an action…"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active && `${listId}-${active.id}`}
        value={typed}
        onKeyDown={handleKeyDown}
        onChange={(event) => {
          setTyped(event.target.value)
          setActiveIndex(0)
        }}
      />
      <div id={listId} role="listbox" aria-label="Commands" className="min-h-0 overflow-y-auto">
        {commands.map(({ id, group, label, effect }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard
          <div
            key={id}
            id={`${listId}-${id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            onPointerMove={() => setActiveIndex(index)}
            onClick={() => onRun(effect)}
            className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-sm px-3 aria-selected:bg-wash pointer-coarse:min-h-11"
          >
            <span className="line-clamp-1 min-w-0">{label}</span>
            <span className="shrink-0 text-muted text-xs">{group}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
