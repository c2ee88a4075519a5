import type {
  SearchErrorQuery,
  SearchErrorStatistics,
  SearchErrorType,
} from '#db/schema/search-error-logs.ts'
import { ERROR_RANGES, type ErrorRange, SEARCH_ERROR_TYPES } from '#db/schema/search-error-words.ts'

export const RANGE_LABELS: Record<ErrorRange, string> = {
  '1h': 'Last Hour',
  '24h': 'Last 24 Hours',
  '7d': 'Last 7 Days',
  '30d': 'Last 30 Days',
}

// The operators' own zone, whatever the browser's.
const TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hour12: true,
  timeZone: 'America/Los_Angeles',
})

/** When an entry was made: "Nov 21, 2026, 4:05:09 PM". */
export function logTime(instant: string): string {
  return TIME.format(new Date(instant))
}

/** "850 ms", "1.3 s"; "N/A" where nobody measured. */
export function responseTime(ms: number | null): string {
  if (ms === null) return 'N/A'
  const rounded = Math.round(ms)
  return rounded < 1000 ? `${rounded}ms` : `${(rounded / 1000).toFixed(1)}s`
}

/** The type with the most entries; "N/A" of none. */
export function mostCommonType(types: SearchErrorStatistics['errors_by_type']): string {
  const [first] = Object.entries(types).sort(([, a], [, b]) => b - a)
  return first?.[0] ?? 'N/A'
}

const BADGES: Partial<Record<SearchErrorType, 'destructive' | 'secondary'>> = {
  database_error: 'destructive',
  edge_error: 'destructive',
  timeout: 'secondary',
  function_error: 'secondary',
}

/** How loud a type's badge is. */
export function badgeVariant(type: SearchErrorType): 'destructive' | 'secondary' | 'outline' {
  return BADGES[type] ?? 'outline'
}

/** An address of this site, as a link; null for any other: visitors write what stands there. */
export function ownAddress(url: string | null, origin: string): string | null {
  if (!url || !URL.canParse(url)) return null
  const parsed = new URL(url)
  return parsed.origin === origin ? parsed.href : null
}

/** What of the log is looked at, out of an address; what makes no sense is left out. */
export function readLogView(search: Record<string, unknown>): Partial<SearchErrorQuery> {
  const range = ERROR_RANGES.find((each) => each === search.range)
  const type = SEARCH_ERROR_TYPES.find((each) => each === search.type)
  const isGroup = typeof search.group === 'string' && /^[0-9a-f]{32}$/.test(search.group)
  return {
    ...(range && range !== '24h' ? { range } : {}),
    ...(type ? { type } : {}),
    ...(isGroup ? { group: String(search.group) } : {}),
  }
}
