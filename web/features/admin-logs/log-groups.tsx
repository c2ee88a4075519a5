import { useState } from 'react'
import type { GroupDecision, SearchErrorGroup } from '#api/contract/admin-search-errors.ts'
import { formatCount, formatPeople } from '#web/lib/format.ts'
import { keepFocus } from '#web/lib/keep-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorTypeBadge } from './error-type-badge.tsx'
import { HourLine } from './hour-line.tsx'
import { logTime } from './log-words.ts'

const STATES: Record<SearchErrorGroup['state'], string> = {
  open: 'Open',
  reopened: 'Reopened',
  resolved: 'Resolved',
  ignored: 'Ignored',
}

/** The errors in groups: how often, for how many people, since when, and their state. */
export function LogGroups({
  groups,
  shown,
  onShow,
  onDecide,
}: {
  groups: readonly SearchErrorGroup[] | undefined
  /** The group to which the entries are narrowed. */
  shown: string | undefined
  onShow(fingerprint: string | undefined): void
  onDecide(fingerprint: string, state: GroupDecision): void
}) {
  const [isAll, setIsAll] = useState(false)
  if (!groups) return <Skeleton className="h-40" />
  const isSettled = ({ state }: SearchErrorGroup) => state === 'resolved' || state === 'ignored'
  const settled = groups.filter(isSettled).length
  const listed = isAll ? groups : groups.filter((group) => !isSettled(group))
  return (
    <section
      ref={keepFocus}
      tabIndex={-1}
      aria-labelledby="groups-heading"
      className="outline-none"
    >
      <div className="flex flex-wrap items-center gap-x-4 pb-3">
        <h2 id="groups-heading" className="flex-1 whitespace-nowrap font-semibold text-md">
          What fails
        </h2>
        {settled > 0 && (
          <Checkbox
            label={`Show resolved and ignored (${settled})`}
            checked={isAll}
            onCheckedChange={setIsAll}
          />
        )}
      </div>
      {listed.length === 0 && <p className="text-muted">Nothing that waits for a look.</p>}
      {listed.length > 0 && (
        <ul className="border-line border-t">
          {listed.map((group) => (
            <Group
              key={group.fingerprint}
              group={group}
              isShown={group.fingerprint === shown}
              onShow={onShow}
              onDecide={onDecide}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Group({
  group,
  isShown,
  onShow,
  onDecide,
}: {
  group: SearchErrorGroup
  isShown: boolean
  onShow(fingerprint: string | undefined): void
  onDecide(fingerprint: string, state: GroupDecision): void
}) {
  const { fingerprint, edge_function_name: route, error_type, error_code, filters, state } = group
  const name = [route ?? 'unknown', error_type, error_code].filter(Boolean).join(' ')
  const isSettled = state === 'resolved' || state === 'ignored'
  return (
    <li
      aria-label={name}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ErrorTypeBadge type={error_type} />
          <span className="font-medium">
            {route ?? 'unknown'}
            {error_code && ` · ${error_code}`}
          </span>
          <span className={state === 'reopened' ? 'text-danger text-sm' : 'text-muted text-sm'}>
            {STATES[state]}
          </span>
        </p>
        <p className="wrap-anywhere line-clamp-2">{group.error_message ?? 'No message'}</p>
        <p className="wrap-anywhere text-muted text-sm">
          {filters.length > 0 ? `With ${filters.join(', ')}` : 'Without filters'}
        </p>
      </div>
      <HourLine hours={group.hours} />
      <p className="w-36 text-sm tabular-nums">
        {formatCount(group.events)} {group.events === 1 ? 'event' : 'events'},{' '}
        {formatPeople(group.people)}
      </p>
      <dl className="grid w-56 grid-cols-[auto_1fr] gap-x-2 text-muted text-sm">
        <dt>First</dt>
        <dd>{logTime(group.first_seen)}</dd>
        <dt>Last</dt>
        <dd>{logTime(group.last_seen)}</dd>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-pressed={isShown}
          aria-label={`Entries of ${name}`}
          onClick={() => onShow(isShown ? undefined : fingerprint)}
        >
          {isShown ? 'All entries' : 'Entries'}
        </Button>
        {isSettled ? (
          <Button
            size="sm"
            aria-label={`Open ${name} again`}
            onClick={() => onDecide(fingerprint, 'open')}
          >
            Open again
          </Button>
        ) : (
          <>
            <Button
              size="sm"
              aria-label={`Resolve ${name}`}
              onClick={() => onDecide(fingerprint, 'resolved')}
            >
              Resolve
            </Button>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Ignore ${name}`}
              onClick={() => onDecide(fingerprint, 'ignored')}
            >
              Ignore
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
