import { ArrowDownAZ, ArrowDownWideNarrow, ArrowUpAZ, ArrowUpNarrowWide } from 'lucide-react'
import { natural, type SearchParams } from '#api/contract/search-params.ts'
import { SORT_KEYS, type SortKey } from '#db/schema/vocabulary.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'

const SORT_WORDS: Record<SortKey, string> = {
  verified: 'Recently checked',
  name: 'Name',
  title: 'Title',
  specialty: 'Specialty',
  organization: 'Organization',
  location: 'Location',
}
const KEYS = Object.keys(SORT_WORDS) as SortKey[]

/** Without a sort key: with text best matches first, without text best contacts first. */
const BEST = { withText: 'Best match', withoutText: 'Best contacts' } as const

/** The label of the button that reverses each direction. */
export const DIRECTION_WORDS = { asc: 'Sort descending', desc: 'Sort ascending' } as const

/** The same search in the opposite order, from its first page. */
export function inOtherDirection(params: SearchParams): SearchParams {
  return { ...params, sortDirection: params.sortDirection === 'desc' ? 'asc' : 'desc', page: 1 }
}

/** Sort key and direction. A change starts on the first page. */
export function SortControl({
  params,
  hasDirection,
  onChange,
}: {
  params: SearchParams
  /** Whether the direction has a button of its own. */
  hasDirection: boolean
  onChange(params: SearchParams): void
}) {
  const isDescending = params.sortDirection === 'desc'
  const sortKey = SORT_KEYS.find((key) => key === params.sortKey) ?? null
  const best = params.filters.query ? BEST.withText : BEST.withoutText
  return (
    <div className="flex min-w-0 items-center gap-1">
      <Select
        label="Sort by"
        isLabelHidden
        // On a phone it is right below the search field.
        isQuiet={!hasDirection}
        value={sortKey ?? ''}
        onValueChange={(value) => {
          const key = SORT_KEYS.find((each) => each === value) ?? null
          onChange({ ...params, sortKey: key, sortDirection: natural(key), page: 1 })
        }}
        options={[
          { value: '', label: best },
          ...KEYS.map((key) => ({ value: key, label: SORT_WORDS[key] })),
        ]}
        className="w-40 shrink md:w-44"
      />
      {hasDirection && (
        <IconButton
          label={DIRECTION_WORDS[params.sortDirection]}
          icon={directionIcon(sortKey, isDescending)}
          disabled={!sortKey}
          onClick={() => onChange(inOtherDirection(params))}
        />
      )}
    </div>
  )
}

function directionIcon(sortKey: SortKey | null, isDescending: boolean) {
  if (sortKey === 'verified') return isDescending ? ArrowDownWideNarrow : ArrowUpNarrowWide
  return isDescending ? ArrowUpAZ : ArrowDownAZ
}
