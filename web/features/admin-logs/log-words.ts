import type { SearchErrorStatistics } from '#api/contract/admin-search-errors.ts'
import type { SearchErrorType } from '#db/schema/search-error-logs.ts'
import type { ErrorRange } from '#db/schema/search-error-words.ts'

export const RANGE_LABELS: Record<ErrorRange, string> = {
  '1h': 'Last Hour',
  '24h': 'Last 24 Hours',
  '7d': 'Last 7 Days',
  '30d': 'Last 30 Days',
}

// The operators' time zone, whatever the browser's.
const TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hour12: true,
  timeZone: 'America/Los_Angeles',
})

/** An entry's time: "Nov 21, 2026, 4:05:09 PM". */
export function logTime(instant: string): string {
  return TIME.format(new Date(instant))
}

/** "850 ms", "1.3 s"; "N/A" where it was not measured. */
export function responseTime(ms: number | null): string {
  if (ms === null) return 'N/A'
  const rounded = Math.round(ms)
  return rounded < 1000 ? `${rounded}ms` : `${(rounded / 1000).toFixed(1)}s`
}

/** The type with the most entries; "N/A" without entries. */
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

/** The badge variant of a type. */
export function badgeVariant(type: SearchErrorType): 'destructive' | 'secondary' | 'outline' {
  return BADGES[type] ?? 'outline'
}

/** An address of this site, as a link; null for any other: visitors choose this text. */
export function ownAddress(url: string | null, origin: string): string | null {
  if (!url || !URL.canParse(url)) return null
  const parsed = new URL(url)
  return parsed.origin === origin ? parsed.href : null
}
