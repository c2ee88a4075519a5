import type { CandidateRow } from './candidates.ts'
import { COMPANY_INDUSTRIES, COMPANY_REVENUES, COMPANY_SIZES } from './vocabulary.ts'

/** How a value is compared with a column; `api/services/search/engine.ts` defines the rules. */
export type Comparison = 'words' | 'folded' | 'equal' | 'trimmed' | 'credentials'

/**
 * A filter with a list of values. Its values are either compared with a column, and then typed as
 * `tags` into a group of the panel, selected among `options` with live counts, or entered in the
 * filter's own way; or they are `oneOf` a closed list, in which each value has its own meaning.
 */
type Filter =
  | {
      column: keyof CandidateRow
      comparison: Comparison
      tags?: {
        group: 'Location' | 'Work'
        label: string
        placeholder: string
        /** The list of suggestions that completes a value, where there is one. */
        completions?: 'cities' | 'organizations' | 'titles' | 'skills'
      }
      options?: { label: string; values: readonly string[] }
    }
  | { oneOf: readonly string[] }

/**
 * Every filter with a list of values, in the order of a search's body. They are plain constants, so
 * that the browser's first screen can use them without loading a validator.
 */
export const FILTERS = {
  specialty: { column: 'specialty', comparison: 'folded' },
  city: {
    column: 'city',
    comparison: 'folded',
    tags: {
      group: 'Location',
      label: 'City',
      placeholder: 'Any city',
      completions: 'cities',
    },
  },
  /** Two-letter codes of states and provinces. */
  state: { column: 'state', comparison: 'equal' },
  country: { column: 'country', comparison: 'equal' },
  title: {
    column: 'title',
    comparison: 'words',
    tags: {
      group: 'Work',
      label: 'Title',
      placeholder: 'Charge nurse, director…',
      completions: 'titles',
    },
  },
  organization: {
    column: 'organization',
    comparison: 'words',
    tags: {
      group: 'Work',
      label: 'Organization',
      placeholder: 'Any employer',
      completions: 'organizations',
    },
  },
  education: {
    column: 'education',
    comparison: 'words',
    tags: { group: 'Work', label: 'Education', placeholder: 'School or degree' },
  },
  skills: {
    column: 'skills',
    comparison: 'words',
    tags: {
      group: 'Work',
      label: 'Skills',
      placeholder: 'Triage, telemetry…',
      completions: 'skills',
    },
  },
  companySize: {
    column: 'company_size',
    comparison: 'equal',
    options: { label: 'Company size', values: COMPANY_SIZES },
  },
  companyRevenue: {
    column: 'company_revenue',
    comparison: 'equal',
    options: { label: 'Company revenue', values: COMPANY_REVENUES },
  },
  companyIndustry: {
    column: 'company_industry',
    comparison: 'equal',
    options: { label: 'Company industry', values: COMPANY_INDUSTRIES },
  },
  /** Letters after the name, compared without case and punctuation. */
  credential: {
    column: 'credential',
    comparison: 'credentials',
    tags: { group: 'Work', label: 'Credential', placeholder: 'MD, RN, PA-C…' },
  },
  npi: {
    column: 'npi',
    comparison: 'trimmed',
    tags: { group: 'Work', label: 'NPI', placeholder: 'Ten digits' },
  },
  /** Contacts that can be required: a mobile number, and the two kinds of e-mail. */
  hasContact: { oneOf: ['mobile', 'personal_email', 'work_email'] },
  /** The number of days within which a contact was verified. */
  verifiedWithin: { oneOf: ['30', '90', '180'] },
  /**
   * The people to exclude: those in the account's own lists, those it has revealed, and those whom
   * it or its teams ever or recently contacted, or must not contact.
   */
  leaveOut: { oneOf: ['listed', 'revealed', 'touched', 'touched_of_late', 'stopped'] },
} as const satisfies Record<string, Filter>

export type ListFilter = keyof typeof FILTERS
type FilterWith<Part extends string> = {
  [F in ListFilter]: (typeof FILTERS)[F] extends Record<Part, unknown> ? F : never
}[ListFilter]
export type ColumnFilter = FilterWith<'column'>
export type OptionFilter = FilterWith<'options'>
export type TagFilter = FilterWith<'tags'>
/** The tag filters whose values are suggested. */
export type SuggestedFilter = {
  [F in TagFilter]: (typeof FILTERS)[F]['tags'] extends { completions: string } ? F : never
}[TagFilter]

/** The columns of a candidate that filters compare. */
export type FilterColumn = (typeof FILTERS)[ColumnFilter]['column']

/** A value of a filter: any text, or one of its closed list. */
export type FilterValue<F extends ListFilter> = (typeof FILTERS)[F] extends {
  oneOf: readonly (infer Value)[]
}
  ? Value
  : string

const KEYS = Object.keys(FILTERS) as ListFilter[]

/** Builds an object with a value for each list filter, in the order of a search's body. */
export function eachFilter<Given extends Record<ListFilter, unknown>>(
  give: (filter: ListFilter) => Given[ListFilter],
): Given {
  return Object.fromEntries(KEYS.map((filter) => [filter, give(filter)])) as Given
}

/**
 * Every list filter in the order of chips, of the panel and of the address: that of the body,
 * except for these.
 */
export const LIST_FILTERS: readonly ListFilter[] = [
  ...new Set([
    ...(['specialty', 'state', 'country', 'city', 'title', 'organization', 'skills'] as const),
    ...KEYS,
  ]),
]

const filtersWith = <Part extends string>(part: Part) =>
  LIST_FILTERS.filter((filter): filter is FilterWith<Part> => part in FILTERS[filter])

export const COLUMN_FILTERS = filtersWith('column')
/** The filters typed as tags: at most `TAGS_MAX` values each. */
export const TAG_FILTERS = filtersWith('tags')

export function isSuggestedFilter(filter: TagFilter): filter is SuggestedFilter {
  return 'completions' in FILTERS[filter].tags
}
export const SUGGESTED_FILTERS = TAG_FILTERS.filter(isSuggestedFilter)
/** The filters whose values are selected among the existing ones. */
export const OPTION_FILTERS = filtersWith('options')
