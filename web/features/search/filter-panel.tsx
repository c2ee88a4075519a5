import { type ComponentProps, memo, type ReactNode, useState } from 'react'
import type { FacetCounts, SearchFilters } from '#api/contract/search.ts'
import { FILTERS, type ListFilter, OPTION_FILTERS, TAG_FILTERS } from '#db/schema/filters.ts'
import { formatCount } from '#web/lib/format.ts'
import { Select } from '#web/ui/select.tsx'
import { type ClosedFilterKey, closedOptions, VERIFIED_DAYS } from './filter-words.ts'
import { toggleValue } from './filters.ts'
import { MoreButton } from './more-button.tsx'
import { OptionList } from './option-list.tsx'
import { SpecialtyFilter } from './specialty-filter.tsx'
import { stateOptions } from './state-options.ts'
import { TagFilter } from './tag-filter.tsx'
import { useIsPainted } from './use-is-painted.ts'

export interface FilterPanelProps {
  filters: SearchFilters
  onChange(filters: SearchFilters): void
  /** Live counts of the last search; undefined before the first. */
  facets: Partial<FacetCounts> | undefined
}

/**
 * Every filter but the query text. Each change applies at once. It renders again for other filters or
 * counts alone: another page or order has the same, as other objects.
 */
export const FilterPanel = memo(function FilterPanel({
  filters,
  onChange,
  facets,
}: FilterPanelProps) {
  const toggle = (key: ListFilter) => (value: string) => onChange(toggleValue(filters, key, value))
  return (
    <div className="flex flex-col gap-6">
      {/* Its rows change with the other filters: the browser keeps those below where they are. */}
      <div className="[overflow-anchor:none]">
        <Group title="Specialty">
          <SpecialtyFilter
            chosen={filters.specialty}
            onToggle={(value) => onChange(toggleValue(filters, 'specialty', value))}
            facet={facets?.specialty}
          />
        </Group>
      </div>
      <Group title="Location">
        <TagFilters group="Location" {...{ filters, onChange }} />
        <StateSelect
          chosen={filters.state[0] ?? ''}
          onChange={(code) => onChange({ ...filters, state: code ? [code] : [] })}
          facet={facets?.state}
        />
        <Select
          label="Country"
          value="United States"
          onValueChange={() => undefined}
          options={[{ value: 'United States', label: 'United States' }]}
          isDisabled
        />
      </Group>
      <ContactFilters filters={filters} onChange={onChange} onToggle={toggle('hasContact')} />
      <Group title="Work">
        <TagFilters group="Work" {...{ filters, onChange }} />
      </Group>
      <Group title="Leave out">
        <OptionList
          options={uncounted('leaveOut')}
          chosen={filters.leaveOut}
          onToggle={toggle('leaveOut')}
        />
      </Group>
      {OPTION_FILTERS.map((key) => (
        <Fold key={key} title={FILTERS[key].options.label}>
          <FoldedOptions
            options={FILTERS[key].options.values.map((value) => ({
              value,
              label: value,
              count: facets ? (facets[key]?.[value] ?? 0) : null,
            }))}
            chosen={filters[key]}
            onToggle={toggle(key)}
          />
        </Fold>
      ))}
    </div>
  )
}, isSamePanel)

function isSamePanel(before: FilterPanelProps, after: FilterPanelProps): boolean {
  const shown = ({ filters, facets }: FilterPanelProps) => JSON.stringify([filters, facets])
  return before.onChange === after.onChange && shown(before) === shown(after)
}

/** The filters in a drawer: the press that opens it does not wait for them. */
export function FiltersInDrawer(props: FilterPanelProps) {
  return useIsPainted() && <FilterPanel {...props} />
}

function TagFilters({
  group,
  filters,
  onChange,
}: Pick<FilterPanelProps, 'filters' | 'onChange'> & { group: 'Location' | 'Work' }) {
  return TAG_FILTERS.filter((key) => FILTERS[key].tags.group === group).map((key) => (
    <TagFilter key={key} filter={key} {...{ filters, onChange }} />
  ))
}

/** The options that at least one person found has; the rest is a press away. */
function FoldedOptions({ options, ...list }: ComponentProps<typeof OptionList>) {
  const [isOpen, setIsOpen] = useState(false)
  const inhabited = options.filter(({ value, count }) => count !== 0 || list.chosen.includes(value))
  const emptyCount = options.length - inhabited.length
  return (
    <>
      <OptionList options={isOpen ? options : inhabited} {...list} />
      {emptyCount > 0 && (
        <MoreButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          {formatCount(emptyCount)} without anybody
        </MoreButton>
      )}
    </>
  )
}

/** Who can be reached, and how lately that was checked. */
function ContactFilters({
  filters,
  onChange,
  onToggle,
}: Pick<FilterPanelProps, 'filters' | 'onChange'> & { onToggle(value: string): void }) {
  return (
    <Group title="Contacts">
      <OptionList
        options={uncounted('hasContact')}
        chosen={filters.hasContact}
        onToggle={onToggle}
      />
      <Select
        label="Checked"
        value={filters.verifiedWithin[0] ?? ''}
        onValueChange={(value) => {
          const days = VERIFIED_DAYS.find((each) => each === value)
          onChange({ ...filters, verifiedWithin: days ? [days] : [] })
        }}
        options={[
          { value: '', label: 'Any time' },
          ...VERIFIED_DAYS.map((days) => ({ value: days, label: `Within ${days} days` })),
        ]}
      />
    </Group>
  )
}

/** The values of a closed filter; nobody counts these beside the results. */
function uncounted(key: ClosedFilterKey) {
  return closedOptions(key).map(([value, label]) => ({ value, label, count: null }))
}

function StateSelect({
  chosen,
  onChange,
  facet,
}: {
  chosen: string
  onChange(code: string): void
  facet: Record<string, number> | undefined
}) {
  return (
    <Select
      label="State"
      value={chosen}
      onValueChange={onChange}
      options={stateOptions(chosen, facet)}
    />
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset aria-label={title} className="flex min-w-0 flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </fieldset>
  )
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details open className="border-line border-t pt-3">
      <summary className="mb-1 cursor-pointer select-none py-1 font-semibold pointer-coarse:py-3">
        {title}
      </summary>
      {children}
    </details>
  )
}
