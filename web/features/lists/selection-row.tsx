import type { ReactNode } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

/** The people that are selected. */
export interface PeopleSelection {
  selected: ReadonlySet<string>
  select(ids: readonly string[], isSelected: boolean): void
}

/** The selection after these people are added to it or taken out. */
export function selectedWith(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const next = new Set(selected)
  for (const id of ids) isSelected ? next.add(id) : next.delete(id)
  return next
}

/** Selects a page of people, and acts on all who are selected. */
export function SelectionRow({
  pageIds,
  isOnlyPage,
  selected,
  select,
  children,
}: PeopleSelection & {
  /** The people on this page. */
  pageIds: readonly string[]
  isOnlyPage: boolean
  /** The actions. */
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:pl-3">
      <Checkbox
        label={isOnlyPage ? 'Select all' : 'Select all on this page'}
        checked={pageIds.length > 0 && pageIds.every((id) => selected.has(id))}
        // Before the people have arrived, ticking this would select none.
        isDisabled={pageIds.length === 0}
        onCheckedChange={(next) => select(pageIds, next)}
      />
      <p aria-live="polite" className="text-muted text-sm tabular-nums max-md:hidden short:hidden">
        {selected.size > 0 && `${formatCount(selected.size)} selected`}
      </p>
      <div className={`ml-auto flex flex-wrap gap-2 ${selected.size > 0 ? IN_ACTION_BAR : ''}`}>
        {children}
      </div>
    </div>
  )
}

/** Where the toolbar does not stay in sight, the action bar shows these instead; their place stays. */
const IN_ACTION_BAR = 'max-md:invisible short:invisible'
