import type { SearchFilters } from '#api/contract/search.ts'
import { TAG_FILTERS, type TagFilter } from '#db/schema/filters.ts'
import { TAGS_MAX } from '#db/schema/vocabulary.ts'
import { useDraft } from '#web/lib/hooks/use-draft.ts'
import { addTags } from '#web/ui/tag-input-rules.ts'

/** The text in each filter's input that is no tag yet. */
export type TagDrafts = Partial<Record<TagFilter, string>>

export const TAG_DRAFTS_KEY = 'filters of the search'

/** Shared by the column of filters and the drawer: a window that is turned or resized changes one for the other. */
export function useTagDrafts() {
  const [drafts = NONE, setDrafts] = useDraft<TagDrafts>(TAG_DRAFTS_KEY)
  return [drafts, setDrafts] as const
}

const NONE: TagDrafts = {}

/** The filters with each draft made a tag where there is room; the same object where none is. */
export function withDrafts(filters: SearchFilters, drafts: TagDrafts): SearchFilters {
  const added = TAG_FILTERS.flatMap((key) => {
    const { values } = addTags(filters[key], drafts[key] ?? '', TAGS_MAX)
    return values.length > filters[key].length ? [[key, values] as const] : []
  })
  return added.length > 0 ? { ...filters, ...Object.fromEntries(added) } : filters
}
