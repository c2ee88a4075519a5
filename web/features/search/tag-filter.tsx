import type { ComponentProps } from 'react'
import type { SearchFilters } from '#api/contract/search.ts'
import {
  FILTERS,
  isSuggestedFilter,
  type SuggestedFilter,
  type TagFilter as TagFilterKey,
} from '#db/schema/filters.ts'
import { TAGS_MAX } from '#db/schema/vocabulary.ts'
import { TagInput } from '#web/ui/tag-input.tsx'
import { SuggestionPopover } from './suggestion-popover.tsx'
import { filterOptions } from './suggestions.ts'
import { useTagDrafts } from './tag-drafts.ts'
import { useSuggestionMenu } from './use-suggestion-menu.ts'

interface TagFilterProps<Filter extends TagFilterKey> {
  filter: Filter
  filters: SearchFilters
  onChange(filters: SearchFilters): void
}

/** A filter whose values are typed; while the user types, those of the directory are suggested. */
export function TagFilter({ filter, ...props }: TagFilterProps<TagFilterKey>) {
  return isSuggestedFilter(filter) ? (
    <SuggestedTags filter={filter} {...props} />
  ) : (
    <Tags filter={filter} {...props} />
  )
}

function SuggestedTags(props: TagFilterProps<SuggestedFilter>) {
  const { filter, filters, onChange } = props
  const [drafts, setDrafts] = useTagDrafts()
  const menu = useSuggestionMenu({
    text: drafts[filter] ?? '',
    filter,
    groupsOf: ({ suggestions }) => [
      { title: null, options: filterOptions(filters, filter, suggestions) },
    ],
    onChoose(option) {
      setDrafts({ ...drafts, [filter]: '' })
      onChange(option.filters)
    },
  })
  return (
    <SuggestionPopover menu={menu}>
      <Tags {...props} input={{ ...menu.field, onChange: menu.open }} />
    </SuggestionPopover>
  )
}

function Tags({
  filter,
  filters,
  onChange,
  input,
}: TagFilterProps<TagFilterKey> & Pick<ComponentProps<typeof TagInput>, 'input'>) {
  const { label, placeholder } = FILTERS[filter].tags
  const [drafts, setDrafts] = useTagDrafts()
  return (
    <TagInput
      label={label}
      placeholder={placeholder}
      max={TAGS_MAX}
      values={filters[filter]}
      onChange={(values) => onChange({ ...filters, [filter]: values })}
      draft={drafts[filter] ?? ''}
      onDraftChange={(draft) => setDrafts({ ...drafts, [filter]: draft })}
      input={input}
    />
  )
}
