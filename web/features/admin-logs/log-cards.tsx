import type { SearchErrorStatistics } from '#api/contract/admin-search-errors.ts'
import { formatCount } from '#web/lib/format.ts'
import { mostCommonType, responseTime } from './log-words.ts'

/** The range's statistics; a dash stands for a missing one. */
export function LogCards({ statistics }: { statistics: SearchErrorStatistics | undefined }) {
  const cards = [
    ['Total Errors', statistics && formatCount(statistics.total_errors)],
    ['Unique Users', statistics && formatCount(statistics.unique_users)],
    ['Avg Response Time', statistics && responseTime(statistics.avg_response_time)],
    ['Most Common Type', statistics && mostCommonType(statistics.errors_by_type)],
  ] as const
  return (
    <dl className="grid grid-cols-2 border-line border-y md:grid-cols-4">
      {cards.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-col-reverse py-4 pr-4">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="truncate text-lg tabular-nums md:text-xl">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
