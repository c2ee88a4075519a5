import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { SearchErrorEntry, SearchErrorQuery } from '#api/contract/admin-search-errors.ts'
import { SEARCH_ERROR_TYPES } from '#db/schema/search-error-words.ts'
import { useBackOnline } from '#web/lib/hooks/use-back-online.ts'
import { keepFocus } from '#web/lib/keep-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Select } from '#web/ui/select.tsx'
import { LogCards } from './log-cards.tsx'
import { LogDetails } from './log-details.tsx'
import { LogGroups } from './log-groups.tsx'
import { LogTable } from './log-table.tsx'
import { readLogView } from './log-view.ts'
import { RANGE_LABELS } from './log-words.ts'
import { type ErrorLogs, useErrorLogs } from './use-error-logs.ts'

const RANGES = Object.entries(RANGE_LABELS).map(([value, label]) => ({ value, label }))

const ALL = 'all'
const TYPES = [
  { value: ALL, label: 'All types' },
  ...SEARCH_ERROR_TYPES.map((type) => ({ value: type, label: type })),
]

/** `/admin-logs`: searches that failed or took too long. */
export function LogsScreen({
  view,
  onShow,
}: {
  view: SearchErrorQuery
  onShow(view: Partial<SearchErrorQuery>): void
}) {
  const logs = useErrorLogs(view)
  const [viewed, setViewed] = useState<SearchErrorEntry | null>(null)
  useBackOnline(logs.reload)
  return (
    <div className="page flex flex-1 flex-col gap-6 py-6 md:py-10">
      <header className="flex flex-wrap items-center gap-4">
        <h1 className="flex-1 font-semibold text-xl">Search Error Logs</h1>
        <Button onClick={logs.reload}>
          <RotateCw aria-hidden />
          Refresh
        </Button>
      </header>
      <LogCards statistics={logs.statistics} />
      <div className="grid grid-cols-2 gap-4 sm:flex">
        <Select
          label="Time range"
          className="sm:w-48"
          value={view.range}
          options={RANGES}
          onValueChange={(range) => onShow(readLogView({ ...view, range, group: undefined }))}
        />
        <Select
          label="Error type"
          className="sm:w-48"
          value={view.type ?? ALL}
          options={TYPES}
          onValueChange={(type) => onShow(readLogView({ ...view, type, group: undefined }))}
        />
      </div>
      <LogGroups
        groups={logs.groups}
        shown={view.group}
        onShow={(group) => onShow(readLogView({ ...view, group }))}
        onDecide={(fingerprint, state) => void logs.decide(fingerprint, state)}
      />
      <section
        ref={keepFocus}
        tabIndex={-1}
        aria-labelledby="entries-heading"
        className="flex flex-col gap-3 outline-none"
      >
        <h2 id="entries-heading" className="font-semibold text-md">
          {view.group ? 'Entries of one fault' : 'Entries'}
        </h2>
        <Entries logs={logs} onView={setViewed} />
      </section>
      {viewed && <LogDetails entry={viewed} onClose={() => setViewed(null)} />}
    </div>
  )
}

function Entries({ logs, onView }: { logs: ErrorLogs; onView(entry: SearchErrorEntry): void }) {
  const { entries, failure, reload, remove } = logs
  if (failure) {
    return (
      <ErrorPanel title="Failed to load logs" action={<Button onClick={reload}>Try again</Button>}>
        {failure.message}
      </ErrorPanel>
    )
  }
  if (!entries) {
    return (
      <p role="status" className="py-16 text-center text-muted">
        Loading logs...
      </p>
    )
  }
  if (entries.length === 0) {
    return (
      <p className="py-16 text-center text-muted">No error logs found for the selected filters</p>
    )
  }
  return <LogTable entries={entries} onView={onView} onDelete={(id) => void remove(id)} />
}
