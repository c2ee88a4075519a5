import { ExternalLink, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SearchErrorEntry, SearchRerun } from '#api/contract/admin-search-errors.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { formatPeople } from '#web/lib/format.ts'
import { useAction } from '#web/lib/hooks/use-action.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorTypeBadge } from './error-type-badge.tsx'
import { logTime, ownAddress, responseTime } from './log-words.ts'
import { rerunSearch } from './logs-client.ts'

/** One error in detail, with a button that repeats its search. */
export function LogDetails({ entry, onClose }: { entry: SearchErrorEntry; onClose(): void }) {
  const address = ownAddress(entry.search_url, location.origin)
  return (
    <Dialog isOpen onOpenChange={onClose} title="Error details" size="lg">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)] [&_dt]:text-muted">
        <Fact label="Occurred at">{logTime(entry.occurred_at)}</Fact>
        <Fact label="Error type">
          <ErrorTypeBadge type={entry.error_type} />
          {entry.error_code && ` ${entry.error_code}`}
        </Fact>
        <Fact label="User email">{entry.user_email ?? 'Anonymous'}</Fact>
        <Fact label="IP address">{entry.ip_address ?? 'N/A'}</Fact>
        <Fact label="Edge function">{entry.edge_function_name ?? 'N/A'}</Fact>
        <Fact label="Response time">{responseTime(entry.response_time_ms)}</Fact>
        <Fact label="Search query">{entry.search_query ?? 'N/A'}</Fact>
        <Fact label="Search URL">
          {entry.search_url ?? 'N/A'}
          {address && (
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              className={`${buttonClass({ size: 'sm' })} mt-2 flex w-fit`}
            >
              <ExternalLink aria-hidden />
              Open in new tab
            </a>
          )}
        </Fact>
        <Fact label="Error message">{entry.error_message ?? 'N/A'}</Fact>
        <Fact label="Search filters">
          <pre className="wrap-anywhere whitespace-pre-wrap rounded-sm bg-wash p-3 font-mono text-sm">
            {JSON.stringify(entry.search_filters ?? {}, null, 2)}
          </pre>
        </Fact>
        <Fact label="User agent">{entry.user_agent ?? 'N/A'}</Fact>
      </dl>
      <Rerun entry={entry} />
    </Dialog>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="wrap-anywhere min-w-0 max-sm:-mt-2.5">{children}</dd>
    </>
  )
}

/** The search's outcome then and now. */
function Rerun({ entry }: { entry: SearchErrorEntry }) {
  const [now, setNow] = useState<SearchRerun | null>(null)
  const [failure, setFailure] = useState('')
  const { isBusy, run } = useAction(ApiError, ({ message }) => setFailure(message))

  async function rerun() {
    setFailure('')
    setNow(await rerunSearch(entry.id))
  }

  return (
    <section aria-label="Run again" className="mt-5 border-line border-t pt-4">
      <Button isBusy={isBusy} onClick={() => run(rerun)}>
        {!isBusy && <RotateCw aria-hidden />}
        Run again
      </Button>
      <div role="status">
        {failure && <p className="mt-3 text-danger">{failure}</p>}
        {now && (
          <table className="mt-3 w-full table-fixed text-left">
            <thead className="text-muted text-sm">
              <tr>
                <th scope="col" className="w-24 font-medium">
                  <span className="sr-only">When</span>
                </th>
                <th scope="col" className="font-medium">
                  Outcome
                </th>
                <th scope="col" className="w-28 font-medium">
                  Response time
                </th>
              </tr>
            </thead>
            <tbody>
              <Outcome when="Then" outcome={{ ...entry, count: null }} />
              <Outcome when="Now" outcome={now} />
            </tbody>
          </table>
        )}
      </div>
    </section>
  )
}

function Outcome({
  when,
  outcome: { error_type, error_message, count, response_time_ms },
}: {
  when: string
  outcome: Pick<SearchRerun, 'error_type' | 'error_message' | 'count'> &
    Pick<SearchErrorEntry, 'response_time_ms'>
}) {
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="py-2 font-medium">
        {when}
      </th>
      <td className="wrap-anywhere py-2 pr-4">
        {error_type ? (
          <>
            <ErrorTypeBadge type={error_type} /> {error_message}
          </>
        ) : (
          `${formatPeople(count ?? 0)} found`
        )}
      </td>
      <td className="py-2 tabular-nums">{responseTime(response_time_ms)}</td>
    </tr>
  )
}
