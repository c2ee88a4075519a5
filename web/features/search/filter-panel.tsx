import type { ReactNode } from 'react'
import type { FacetCounts, SearchFilters } from '../../../db/schema/search.ts'
import {
  COMPANY_INDUSTRIES,
  COMPANY_REVENUES,
  COMPANY_SIZES,
  TAGS_MAX,
} from '../../../db/schema/vocabulary.ts'
import { Select } from '../../ui/select.tsx'
import { TagInput } from '../../ui/tag-input.tsx'
import { type ListFilterKey, type TagFilterKey, toggleValue } from './filters.ts'
import { OptionList } from './option-list.tsx'
import { SpecialtyFilter } from './specialty-filter.tsx'
import { stateOptions } from './state-options.ts'

export interface FilterPanelProps {
  filters: SearchFilters
  onChange(filters: SearchFilters): void
  /** Live counts of the last search; undefined before the first. */
  facets: Partial<FacetCounts> | undefined
}

/** Every filter but the query text. Each change applies at once. */
export function FilterPanel({ filters, onChange, facets }: FilterPanelProps) {
  const toggle = (key: ListFilterKey) => (value: string) =>
    onChange(toggleValue(filters, key, value))

  const tags = (key: TagFilterKey, label: string, placeholder: string) => (
    <TagInput
      label={label}
      placeholder={placeholder}
      max={TAGS_MAX}
      values={filters[key]}
      onChange={(values) => onChange({ ...filters, [key]: values })}
    />
  )

  const options = (
    key: 'companySize' | 'companyRevenue' | 'companyIndustry',
    values: readonly string[],
  ) => (
    <OptionList
      options={values.map((value) => ({
        value,
        label: value,
        count: facets ? (facets[key]?.[value] ?? 0) : null,
      }))}
      chosen={filters[key]}
      onToggle={toggle(key)}
    />
  )

  return (
    <div className="flex flex-col gap-6">
      <Group title="Specialty">
        <SpecialtyFilter
          chosen={filters.specialty}
          onToggle={toggle('specialty')}
          facet={facets?.specialty}
        />
      </Group>
      <Group title="Location">
        {tags('city', 'City', 'Any city')}
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
      <Group title="Work">
        {tags('title', 'Title', 'Charge nurse, director…')}
        {tags('organization', 'Organization', 'Any employer')}
        {tags('skills', 'Skills', 'Triage, telemetry…')}
        {tags('education', 'Education', 'School or degree')}
      </Group>
      <Fold title="Company size">{options('companySize', COMPANY_SIZES)}</Fold>
      <Fold title="Company revenue">{options('companyRevenue', COMPANY_REVENUES)}</Fold>
      <Fold title="Company industry">{options('companyIndustry', COMPANY_INDUSTRIES)}</Fold>
    </div>
  )
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
    <section aria-label={title} className="flex flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
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
