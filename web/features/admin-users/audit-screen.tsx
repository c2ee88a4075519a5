import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import type { AuditEntry, AuditFilters } from '#api/contract/admin-audit.ts'
import { FIRST_DAY } from '#api/contract/figure-names.ts'
import { formatMoment } from '#web/lib/format-time.ts'
import { useBackOnline } from '#web/lib/hooks/use-back-online.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { auditError } from './account-messages.ts'
import { downloadAudit, fetchAudit } from './accounts-client.ts'
import { DownloadButton } from './download-button.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { ACTION_OPTIONS, actionWords, circumstances } from './timeline-words.ts'
import { usePages } from './use-pages.ts'

/** `/admin-audit`: who did what to whom, when and from where. */
export function AuditScreen({
  filters,
  onFilter,
}: {
  filters: AuditFilters
  onFilter(filters: AuditFilters): void
}) {
  const key = JSON.stringify(filters)
  // Keyed by text, for the filters are a new object on every render.
  const fetchPage = useCallback(
    async (after?: string) => {
      const { entries, next } = await fetchAudit(JSON.parse(key) as AuditFilters, after)
      return { rows: entries, next }
    },
    [key],
  )
  const { rows, failure, hasMore, isLoadingMore, loadMore, reload } = usePages(fetchPage)
  useBackOnline(reload)
  return (
    <div className="page flex flex-1 flex-col gap-4 py-6 md:py-10">
      <header className="flex flex-wrap items-center gap-3 pb-2">
        <h1 className="flex-auto font-semibold text-xl">Audit log</h1>
        <div className="flex flex-wrap gap-2">
          {(['csv', 'ndjson'] as const).map((format) => (
            <DownloadButton key={format} onDownload={() => downloadAudit(filters, format)}>
              {format.toUpperCase()}
            </DownloadButton>
          ))}
        </div>
      </header>
      <Filters key={key} filters={filters} onFilter={onFilter} />
      {!rows && !failure && <RowsSkeleton label="Loading the audit log" />}
      {rows?.length === 0 && (
        <EmptyState
          icon={ScrollText}
          title="Nothing matches"
          action={<Button onClick={() => onFilter({})}>Clear the filters</Button>}
        >
          No row of the log is as the filters say.
        </EmptyState>
      )}
      {rows && rows.length > 0 && <Rows rows={rows} />}
      {failure && (
        <ErrorPanel
          title={auditError(failure).title}
          action={<Button onClick={rows ? loadMore : reload}>Try again</Button>}
        >
          {auditError(failure).description}
        </ErrorPanel>
      )}
      {hasMore && (
        <Button className="self-center" isBusy={isLoadingMore} onClick={loadMore}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** Submitted as a whole: half an address matches nothing. */
function Filters({
  filters,
  onFilter,
}: {
  filters: AuditFilters
  onFilter(filters: AuditFilters): void
}) {
  const [draft, setDraft] = useState(filters)
  useEffect(() => setDraft(filters), [filters])
  const set = (name: keyof AuditFilters) => (value: string) =>
    setDraft((last) => ({ ...last, [name]: value }))
  const field = (name: keyof AuditFilters, label: string, type = 'text') => (
    <TextField
      label={label}
      type={type}
      {...(type === 'date' && { min: FIRST_DAY })}
      value={draft[name] ?? ''}
      onChange={(event) => set(name)(event.target.value)}
    />
  )
  const actions =
    ACTION_OPTIONS.some(({ value }) => value === draft.action) || !draft.action
      ? ACTION_OPTIONS
      : [...ACTION_OPTIONS, { value: draft.action, label: draft.action }]

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    onFilter(draft)
  }

  return (
    <search>
      <form onSubmit={handleSubmit} className="grid grid-cols-2 items-end gap-3 md:grid-cols-4">
        {field('query', 'Text')}
        <Select
          label="Action"
          value={draft.action ?? ''}
          onValueChange={set('action')}
          options={[{ value: '', label: 'Any action' }, ...actions]}
        />
        {field('actor', 'Who (email or id)')}
        {field('subject', 'Whom (email or id)')}
        {field('network', 'Network')}
        {field('from', 'From (UTC)', 'date')}
        {field('to', 'To (UTC)', 'date')}
        <div className="flex gap-2">
          <Button type="submit" variant="primary">
            Filter
          </Button>
          {Object.keys(filters).length > 0 && (
            <Button variant="ghost" onClick={() => onFilter({})}>
              Clear
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}

const CELL = 'min-w-0 py-2.5 align-top lg:pr-4 max-lg:py-0.5 max-lg:empty:hidden'

function Rows({ rows }: { rows: readonly AuditEntry[] }) {
  return (
    <table className="w-full table-fixed border-line border-t max-lg:block">
      <caption className="sr-only">Audit log, newest first</caption>
      <colgroup>
        <col className="w-46" />
        <col className="w-[20%]" />
        <col className="w-[12%]" />
        <col className="w-[20%]" />
        <col />
        <col className="w-34" />
      </colgroup>
      <thead className="max-lg:sr-only">
        <tr className="h-10 border-line border-b text-left text-muted text-sm [&>th]:font-medium">
          <th scope="col">Time</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Whom</th>
          <th scope="col">Circumstances</th>
          <th scope="col">Network</th>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map((entry) => (
          <tr
            key={entry.id}
            className="border-line border-b max-lg:grid max-lg:grid-cols-1 max-lg:gap-x-4 max-lg:py-2 md:max-lg:grid-cols-[11.5rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <td className={`${CELL} text-muted tabular-nums`}>
              <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
            </td>
            <td className={`${CELL} md:max-lg:col-start-3 md:max-lg:row-start-1`}>
              <Party party={entry.actor} nobody="System or visitor" />
            </td>
            <td className={`${CELL} font-medium md:max-lg:col-start-2 md:max-lg:row-start-1`}>
              {actionWords(entry.action)}
            </td>
            <td className={`${CELL} md:max-lg:col-start-3 md:max-lg:row-start-2`}>
              <Party party={entry.subject} nobody="–" isSubject />
            </td>
            <td
              className={`${CELL} wrap-anywhere text-muted md:max-lg:col-start-2 md:max-lg:row-start-2`}
            >
              {entry.action === 'reveal' ? '' : circumstances({ ...entry, count: 1 })}
            </td>
            <td
              className={`${CELL} wrap-anywhere text-muted tabular-nums md:max-lg:col-start-1 md:max-lg:row-start-2`}
            >
              {entry.network}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** An account is a link to its page; an actor without one, or a deleted one, is shown by id. */
function Party({
  party,
  nobody,
  isSubject = false,
}: {
  party: AuditEntry['actor']
  nobody: string
  isSubject?: boolean
}) {
  const label = isSubject ? <span className="text-muted lg:hidden">on </span> : null
  // A tablet has the actor above the subject: a missing one is said, or its place is blank.
  if (!party) {
    return (
      <span className={`text-muted ${isSubject ? 'max-lg:hidden' : 'max-md:hidden'}`}>
        {nobody}
      </span>
    )
  }
  if (party.email === null) {
    return (
      <span className="wrap-anywhere">
        {label}
        <span className="font-mono text-muted text-xs">{party.id}</span>
      </span>
    )
  }
  return (
    <span className="wrap-anywhere">
      {label}
      <Link
        to="/users/$id"
        params={{ id: party.id }}
        className="hit-area text-accent hover:underline"
      >
        {party.email}
      </Link>
    </span>
  )
}
