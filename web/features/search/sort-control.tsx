import { ArrowDownAZ, ArrowUpAZ } from 'lucide-react'
import { SORT_KEYS, type SortKey } from '../../../db/schema/vocabulary.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import type { SearchParams } from './search-params.ts'

const SORT_WORDS: Record<SortKey, string> = {
  name: 'Name',
  title: 'Title',
  specialty: 'Specialty',
  organization: 'Organization',
  location: 'Location',
}

const OPTIONS = [
  { value: '', label: 'Unsorted' },
  ...SORT_KEYS.map((key) => ({ value: key, label: SORT_WORDS[key] })),
]

/** By what the results are sorted, and which way. A new order starts on its first page. */
export function SortControl({
  params,
  onChange,
}: {
  params: SearchParams
  onChange(params: SearchParams): void
}) {
  const isDescending = params.sortDirection === 'desc'
  const sortKey = SORT_KEYS.find((key) => key === params.sortKey) ?? null
  return (
    <div className="flex items-center gap-1">
      <Select
        label="Sort by"
        isLabelHidden
        value={sortKey ?? ''}
        onValueChange={(value) => {
          const key = SORT_KEYS.find((each) => each === value) ?? null
          onChange({ ...params, sortKey: key, sortDirection: 'asc', page: 1 })
        }}
        options={OPTIONS}
        className="w-38"
      />
      <IconButton
        label={isDescending ? 'Sort ascending' : 'Sort descending'}
        icon={isDescending ? ArrowUpAZ : ArrowDownAZ}
        disabled={!sortKey}
        onClick={() =>
          onChange({ ...params, sortDirection: isDescending ? 'asc' : 'desc', page: 1 })
        }
      />
    </div>
  )
}
