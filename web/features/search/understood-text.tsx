import { ChevronDown, Equal, ListFilter, Quote, Trash2 } from 'lucide-react'
import { type ComponentProps, Fragment, type ReactNode, useRef } from 'react'
import type { Reading, SearchFilters } from '#api/contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import {
  asFilters,
  literally,
  readingLabel,
  readingMeaning,
  withoutPart,
  withPart,
} from './readings.ts'
import { UNDERSTAND } from './search-relaxation.ts'
import { focusResults } from './search-view.ts'
import type { Understood } from './understood.ts'
import { useSpecialtyNames } from './use-specialty-names.ts'

export interface UnderstoodTextProps {
  understood: Understood
  onChange(filters: SearchFilters): void
}

/**
 * The query as understood, in a line of its own: a chip for each part with its alternatives, and always
 * a way to have it taken exactly.
 */
export function UnderstoodText({
  understood: { filters, readings, isStale },
  onChange,
}: UnderstoodTextProps) {
  const { query, exact } = filters
  if (query === '') return null
  const quoted = `“${query}”`
  return (
    <ul
      aria-label="How the text was understood"
      // The parts' offsets are valid only for the text they were read from.
      inert={isStale}
      className="contents *:transition-opacity inert:*:opacity-60 inert:*:delay-100"
    >
      {exact || !readings ? (
        <li className="flex min-w-0 shrink-0 md:max-w-full md:shrink">
          <Chip
            label={exact ? `Exactly ${quoted}` : quoted}
            onRemove={() => onChange({ ...filters, query: '', exact: false })}
          />
        </li>
      ) : (
        readings.map((reading, place) => (
          <Fragment key={`${reading.from} ${reading.text}`}>
            {isAlternative(readings, place) && <Joint>or</Joint>}
            <li className="flex min-w-0 shrink-0 md:max-w-full md:shrink">
              <ReadingChip {...{ filters, readings, reading, onChange }} />
            </li>
          </Fragment>
        ))
      )}
      <li className="flex shrink-0 max-md:order-1">
        <Button
          variant="ghost"
          size="sm"
          className="max-w-56"
          onClick={() => onChange({ ...filters, exact: !exact })}
        >
          {exact ? (
            <span className="truncate">{UNDERSTAND}</span>
          ) : (
            // The text itself is in the field above.
            <span className="relative">
              Search exactly<span className="sr-only"> for {quoted}</span>
            </span>
          )}
        </Button>
      </li>
    </ul>
  )
}

/** Whether a part is an alternative (OR) to the part before it. */
function isAlternative(readings: readonly Reading[], place: number): boolean {
  const group = readings[place]?.group
  return group !== undefined && readings.slice(0, place).some((before) => before.group === group)
}

function Joint({ children }: { children: ReactNode }) {
  return <li className="shrink-0 text-muted text-sm">{children}</li>
}

function ReadingChip({
  filters,
  readings,
  reading,
  onChange,
}: {
  filters: SearchFilters
  readings: readonly Reading[]
  reading: Reading
  onChange(filters: SearchFilters): void
}) {
  const { query } = filters
  const specialties = useSpecialtyNames()
  const hasChosen = useRef(false)
  if (reading.kind === 'filler' && !reading.alternatives) {
    return <span className="px-0.5 text-muted text-sm">{reading.text}</span>
  }
  const asFilter = asFilters(filters, readings, reading, specialties)
  const choose = (next: SearchFilters) => {
    hasChosen.current = true
    onChange(next)
  }
  const ask = (text: string) => choose({ ...filters, query: text })
  const isSearched = reading.kind !== 'contact'
  return (
    <DropdownMenu
      align="start"
      trigger={<ChipButton reading={reading} before={readings[readings.indexOf(reading) - 1]} />}
      // The chosen chip goes away: the focus stays near the results.
      onCloseAutoFocus={(event) => {
        if (!hasChosen.current) return
        event.preventDefault()
        focusResults()
      }}
    >
      <div className="max-w-80 [overflow-wrap:anywhere]">
        <MenuLabel>{readingMeaning(reading)}</MenuLabel>
      </div>
      {asFilter && (
        <MenuItem icon={ListFilter} onSelect={() => choose(asFilter)}>
          Turn into a filter
        </MenuItem>
      )}
      {reading.alternatives?.map((other) => (
        <MenuItem
          key={other.text}
          icon={Equal}
          className="h-auto! min-h-9 max-w-80 py-1.5 pointer-coarse:min-h-11"
          onSelect={() => ask(withPart(query, reading, other.text))}
        >
          <span className="line-clamp-2">{readingMeaning(other)}</span>
        </MenuItem>
      ))}
      {isSearched && reading.kind !== 'phrase' && (
        <MenuItem icon={Quote} onSelect={() => ask(literally(query, reading))}>
          Take it literally
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} onSelect={() => ask(withoutPart(query, readings, reading))}>
        Leave it out
      </MenuItem>
    </DropdownMenu>
  )
}

/** For parts that were not understood, or are fillers. */
const STYLES: Partial<Record<Reading['kind'], string>> = {
  word: 'border-line bg-wash',
  contact: 'border-line bg-wash',
  filler: 'border-transparent text-muted',
}

/** Looks like a filter's chip; the accent marks it as understood. */
function ChipButton({
  reading,
  before,
  ...props
}: { reading: Reading; before: Reading | undefined } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      title={readingMeaning(reading)}
      {...props}
      className={classNames(
        'hit-area inline-flex h-7 max-w-full items-center gap-1 rounded-sm border pr-1.5 pl-2 text-sm transition-colors hover:border-ink',
        STYLES[reading.kind] ?? 'border-accent bg-accent-wash text-ink',
      )}
    >
      <span className={classNames('truncate', reading.kind === 'contact' && 'line-through')}>
        {reading.corrected ? (
          <>
            {reading.isExcluded && 'not '}
            {reading.corrected}
            <span className="text-muted">
              , for <em>{reading.text.replace(/^-/, '')}</em>
            </span>
          </>
        ) : (
          readingLabel(reading, before)
        )}
      </span>
      <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />
    </button>
  )
}
