import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { ExportHistory, RevealHistory } from '#api/contract/history.ts'
import { fetchExports, fetchReveals } from '#web/lib/account/account-client.ts'
import { formatCount, formatPeople } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { fullName } from '#web/lib/people/candidate-facts.ts'
import { Pagination } from '#web/ui/pagination.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TRACES_FAILED } from './account-messages.ts'
import { ReadFailed } from './read-failed.tsx'

/** Past exports and reveals; never the contacts themselves. */
export function ExportsTab() {
  return (
    <div className="flex max-w-160 flex-col gap-10 pt-2">
      <Exports />
      <Reveals />
    </div>
  )
}

function Exports() {
  const { value, failure, reload } = useRemote(fetchExports)
  return (
    <section aria-label="Exports">
      <h2 className="font-semibold text-md">Exports</h2>
      {failure && <ReadFailed message={TRACES_FAILED} onRetry={reload} />}
      {!value && !failure && <Skeleton className="mt-2 h-60" />}
      {value && (
        <>
          <p className="mt-2 text-muted">People exported</p>
          <p className="text-xl tabular-nums">{formatCount(value.total)}</p>
          <h3 className="mt-6 font-medium">Latest exports</h3>
          {value.latest.length === 0 ? (
            <p className="mt-2 text-muted">
              Nothing exported yet. Select people in the search and press Export.
            </p>
          ) : (
            <ul className="mt-2 border-line border-t">
              {value.latest.map((entry) => (
                <ExportLine key={entry.id} entry={entry} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

function ExportLine({ entry }: { entry: ExportHistory['latest'][number] }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 border-line border-b py-3">
      <span className="min-w-0 truncate font-medium max-sm:w-full sm:flex-1">
        {entry.file_name}
      </span>
      <span className="tabular-nums">{formatPeople(entry.export_count)}</span>
      <time dateTime={entry.export_date} className="text-muted tabular-nums sm:w-28 sm:text-right">
        {formatDay(entry.export_date)}
      </time>
    </li>
  )
}

function Reveals() {
  const [page, setPage] = useState(1)
  const read = useCallback(async () => ({ page, ...(await fetchReveals(page)) }), [page])
  const { value, failure, reload } = useRemote(read)
  // Until the wanted page has come, the value is that of the page before.
  const shown = value?.page === page ? value : undefined
  return (
    <section aria-label="Revealed contacts">
      <h2 className="font-semibold text-md">Revealed contacts</h2>
      {!shown && failure && <ReadFailed message={TRACES_FAILED} onRetry={reload} />}
      {!shown && !failure && <Skeleton className="mt-2 h-60" />}
      {shown && shown.data.length === 0 && <p className="mt-2 text-muted">Nobody revealed yet.</p>}
      {shown && shown.data.length > 0 && (
        <ul className="mt-2 border-line border-t">
          {shown.data.map((entry) => (
            <RevealLine key={`${entry.candidate_id} ${entry.revealed_at}`} entry={entry} />
          ))}
        </ul>
      )}
      {value && value.totalPages > 1 && (
        <div className="pt-4">
          <Pagination
            page={page}
            totalPages={value.totalPages}
            onPageChange={setPage}
            hrefFor={() => '/account?tab=exports'}
          />
        </div>
      )}
    </section>
  )
}

function RevealLine({ entry }: { entry: RevealHistory['data'][number] }) {
  return (
    <li className="flex items-baseline gap-4 border-line border-b py-3">
      {entry.is_removed ? (
        <span className="min-w-0 flex-1 text-muted">No longer in the directory</span>
      ) : (
        <Link
          to="/physicians/$id"
          params={{ id: entry.candidate_id }}
          className="hit-area wrap-anywhere min-w-0 flex-1 font-medium hover:text-accent"
        >
          {fullName(entry)}
        </Link>
      )}
      <time dateTime={entry.revealed_at} className="text-muted tabular-nums">
        {formatDay(entry.revealed_at)}
      </time>
    </li>
  )
}
