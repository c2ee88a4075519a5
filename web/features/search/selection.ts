/**
 * What is selected, as a machine of three modes:
 *
 *   none ──toggle, select page──▶ page ──last one unticked, clear──▶ none
 *   none, page ──select all──▶ all ──select all again, clear──▶ none
 *
 * In mode all a single person cannot be unticked: the selection is the search, not the people. None is
 * ticked beyond the limit, for no list takes more at once.
 */
import { SELECT_ALL_MAX } from '#db/schema/vocabulary.ts'

type SelectionMode = 'none' | 'page' | 'all'

export interface Selection {
  readonly mode: SelectionMode
  readonly ids: ReadonlySet<string>
}

export const NOTHING_SELECTED: Selection = { mode: 'none', ids: new Set() }

const ofPage = (ids: ReadonlySet<string>): Selection =>
  ids.size === 0 ? NOTHING_SELECTED : { mode: 'page', ids }

/** Selects or deselects one person; null where the mode does not allow it. */
export function toggleOne(selection: Selection, id: string): Selection | null {
  const ids = new Set(selection.ids)
  const isAll = selection.mode === 'all'
  if (ids.delete(id)) return isAll ? null : ofPage(ids)
  return isFull(selection) ? null : { mode: isAll ? 'all' : 'page', ids: ids.add(id) }
}

/** Whether the first matches are selected, up to the limit of a selection. */
export function isFull({ mode, ids }: Selection): boolean {
  return mode === 'all' && ids.size >= SELECT_ALL_MAX
}

/** Whether everybody on the page is selected by hand. */
export function isPageSelected(selection: Selection, pageIds: readonly string[]): boolean {
  return (
    selection.mode === 'page' && pageIds.length > 0 && pageIds.every((id) => selection.ids.has(id))
  )
}

/** Selects exactly the page; clears where it is selected already. */
export function togglePage(selection: Selection, pageIds: readonly string[]): Selection {
  return isPageSelected(selection, pageIds) ? NOTHING_SELECTED : ofPage(new Set(pageIds))
}

/** All matches, up to the limit of a selection. */
export function selectAll(ids: readonly string[]): Selection {
  return ids.length === 0 ? NOTHING_SELECTED : { mode: 'all', ids: new Set(ids) }
}

/** Another page: people selected one by one are out of sight, a whole search is not. */
export function afterPageChange(selection: Selection): Selection {
  return selection.mode === 'all' ? selection : NOTHING_SELECTED
}
