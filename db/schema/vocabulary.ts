/**
 * The closed word lists of a search and its limits. They are plain constants, so that the browser's
 * first screen does not load a validator for them.
 */

export const COMPANY_SIZES = [
  '1 to 19',
  '20 to 99',
  '100 to 499',
  '500 to 999',
  '1000 to 4999',
  '5000+',
] as const

export const COMPANY_REVENUES = [
  '<$1M',
  '$1M to <$10M',
  '$10M to <$50M',
  '$50M to <$100M',
  '$100M to <$1B',
  '$1B+',
] as const

export const COMPANY_INDUSTRIES = [
  'Hospitals & Physicians Clinics',
  'Education',
  'Retail',
  'Hospital & Health Care',
  'Business Services',
  'Healthcare Services',
  'Government',
  'Consumer Services',
  'Manufacturing',
  'Medical Practice',
  'Insurance',
  'Pharmaceuticals',
] as const

export const CONTACT_KINDS = ['personal_email', 'work_email', 'phone', 'direct_phone'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export const SORT_KEYS = [
  'name',
  'title',
  'specialty',
  'organization',
  'location',
  'verified',
] as const
export type SortKey = (typeof SORT_KEYS)[number]

export const SORT_DIRECTIONS = ['asc', 'desc'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]

/** The default direction of a sort key: recently verified people come first. */
export const NATURAL_DIRECTION: Record<SortKey, SortDirection> = {
  name: 'asc',
  title: 'asc',
  specialty: 'asc',
  organization: 'asc',
  location: 'asc',
  verified: 'desc',
}

/** The number of people per page of results. */
export const PAGE_SIZE = 25

/** The most people that "Select All" selects. */
export const SELECT_ALL_MAX = 500

/** The most values per text filter (city, title, organization, education, skills). */
export const TAGS_MAX = 5
