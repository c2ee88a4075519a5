import { Eye, Trash2 } from 'lucide-react'
import type { SearchErrorEntry } from '#api/contract/admin-search-errors.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorTypeBadge } from './error-type-badge.tsx'
import { logTime, responseTime } from './log-words.ts'

const COLUMNS = [
  'Time',
  'User',
  'Error Type',
  'Function',
  'Response Time',
  'Message',
  'Actions',
] as const

const ROW =
  'border-line border-b align-top max-lg:relative max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1 max-lg:py-3 max-lg:pr-26'
const CELL = 'max-lg:block lg:py-2.5 lg:pr-4'

/** The newest entries; on a phone and a tablet each is a card. */
export function LogTable({
  entries,
  onView,
  onDelete,
}: {
  entries: readonly SearchErrorEntry[]
  onView(entry: SearchErrorEntry): void
  onDelete(id: string): void
}) {
  return (
    <table className="w-full table-fixed border-line border-t max-lg:block">
      <caption className="sr-only">Search errors; times are of Los Angeles</caption>
      <colgroup>
        <col className="w-54" />
        <col className="w-46" />
        <col className="w-34" />
        <col className="w-22" />
        <col className="w-30" />
        <col />
        <col className="w-24" />
      </colgroup>
      <thead className="max-lg:sr-only">
        <tr className="h-10 border-line border-b text-left text-muted text-sm [&>th]:font-medium">
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} onView={onView} onDelete={onDelete} />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  entry,
  onView,
  onDelete,
}: {
  entry: SearchErrorEntry
  onView(entry: SearchErrorEntry): void
  onDelete(id: string): void
}) {
  const at = logTime(entry.occurred_at)
  return (
    <tr className={ROW}>
      <td className={`${CELL} whitespace-nowrap text-muted tabular-nums max-lg:w-full`}>
        <time dateTime={entry.occurred_at}>{at}</time>
      </td>
      <td className={`${CELL} truncate max-lg:font-medium`}>{entry.user_email ?? 'Anonymous'}</td>
      <td className={CELL}>
        <ErrorTypeBadge type={entry.error_type} />
      </td>
      <td className={`${CELL} truncate text-muted`}>{entry.edge_function_name ?? 'N/A'}</td>
      <td className={`${CELL} tabular-nums`}>{responseTime(entry.response_time_ms)}</td>
      <td className={`${CELL} max-lg:w-full`}>
        <p className="wrap-anywhere line-clamp-2">{entry.error_message ?? 'N/A'}</p>
      </td>
      <td className={`${CELL} max-lg:absolute max-lg:top-2 max-lg:right-0 lg:pr-0`}>
        <div className="flex gap-1 lg:-mt-1.5">
          <IconButton
            label={`View details of ${at}`}
            tooltip="View details"
            icon={Eye}
            size="sm"
            onClick={() => onView(entry)}
          />
          <IconButton
            label={`Delete the log of ${at}`}
            tooltip="Delete"
            icon={Trash2}
            size="sm"
            onClick={() => onDelete(entry.id)}
          />
        </div>
      </td>
    </tr>
  )
}
